import { keepApiKey } from './api-key.js';
import { tryIt } from './try-it.js';

const address = /** @type {HTMLElement} */ (document.querySelector('#base-address'));
address.textContent = new URL('v1', location.href).href; // beside the page, also if the server is mounted under a prefix

const key = /** @type {HTMLInputElement} */ (document.querySelector('#key'));
for (const form of document.querySelectorAll('form')) tryIt(form, address.textContent, key);
keepApiKey(key); // last, because it throws in a browser that stores nothing
