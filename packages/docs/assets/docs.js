// @ts-check
import { keepApiKey } from './api-key.js';
import { tryIt } from './try-it.js';

// The interface is beside the page, also if the server is mounted under a prefix.
const baseAddress = new URL('v1', location.href).href;
const address = document.querySelector('#base-address');
if (address !== null) address.textContent = baseAddress;

const key = /** @type {HTMLInputElement} */ (document.querySelector('#key'));
keepApiKey(key);
for (const panel of document.querySelectorAll('.try-it')) tryIt(panel, baseAddress, key);
