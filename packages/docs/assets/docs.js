// @ts-check
import { readApiDescription } from './api-description.js';
import { apiKeyIn } from './api-key.js';
import { element } from './elements.js';
import { operationSection, route } from './operation-section.js';
import { shapeSection } from './shape-section.js';
import { tryIt } from './try-it.js';

// Both lie beside the page, wherever the server is mounted.
const descriptionAddress = new URL('openapi.json', location.href).href;
const baseAddress = new URL('v1', location.href).href;

const key = apiKeyIn(/** @type {HTMLFormElement} */ (byId('key-form')));
byId('base-address').textContent = baseAddress;
try {
  show(readApiDescription(await load(descriptionAddress)));
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  byId('operations').replaceChildren(
    element(
      'p',
      { class: 'failure', role: 'alert' },
      `The description of the operations could not be loaded (${words}). `,
      element('a', { href: '' }, 'Load the page again'),
    ),
  );
}

/** @param {string} address */
async function load(address) {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}

/** @param {import('./api-description.js').ApiDescription} description */
function show({ version, operations, shapes }) {
  byId('version').textContent = version;
  byId('contents').replaceChildren(
    ...operations.map((operation) =>
      element(
        'li',
        {},
        element('a', { href: `#${operation.id}` }, operation.summary, element('span', {}, ...route(operation))),
      ),
    ),
    element('li', {}, element('a', { href: '#shapes' }, 'Shapes')),
  );
  byId('operations').replaceChildren(
    ...operations.map((operation) => operationSection(operation, tryIt(operation, baseAddress, key))),
    element(
      'section',
      { class: 'shapes', id: 'shapes', 'aria-labelledby': 'shapes-title' },
      element('h2', { id: 'shapes-title' }, 'Shapes'),
      ...shapes.map(shapeSection),
    ),
  );
  byId('operations').removeAttribute('aria-busy');
  // What an address points at was not there yet when the browser looked for it.
  if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}
