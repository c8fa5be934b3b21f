import { keepApiKey } from './api-key.js';
import { copyCode } from './copy.js';
import { markCurrentSection } from './current-section.js';
import { chooseLanguageForAll } from './languages.js';
import { tryIt } from './try-it.js';

const base = new URL('v1', location.href).href; // beside the page
const written = document.querySelector('header .sample')?.textContent ?? base;
// Behind a proxy, the server may not know its address.
for (const sample of document.querySelectorAll('.sample')) {
  if (written !== base) sample.textContent = sample.textContent.replaceAll(written, base);
}

const key = /** @type {HTMLInputElement} */ (document.querySelector('#key'));
for (const form of document.querySelectorAll('form')) tryIt(form, base, key);
copyCode();
chooseLanguageForAll();
markCurrentSection();
keepApiKey(key); // last, because it throws in a browser that stores nothing
