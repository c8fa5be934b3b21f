import { checkApiKey, keepApiKey } from './api-key.js';
import { colourCode } from './colour-code.js';
import { copyCode } from './copy.js';
import { letRequestsFail } from './faults.js';
import { markCurrentSection } from './current-section.js';
import { chooseLanguageForAll } from './languages.js';
import { tryIt } from './try-it.js';

const base = new URL('v1', location.href).href; // beside the page
const address = /** @type {HTMLElement} */ (document.querySelector('.address'));
if (address.textContent !== base) address.textContent = base; // behind a proxy, the server may not know it

const key = /** @type {HTMLInputElement} */ (document.querySelector('#key'));
for (const form of document.querySelectorAll('form')) if (form.dataset.method) tryIt(form, base, key);
const faults = /** @type {HTMLElement | null} */ (document.querySelector('#faults'));
if (faults !== null) letRequestsFail(faults, key);
checkApiKey(key, base);
copyCode();
colourCode();
chooseLanguageForAll();
markCurrentSection();
keepApiKey(key); // last, because it throws in a browser that stores nothing
