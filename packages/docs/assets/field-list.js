// @ts-check
import { element, prose } from './elements.js';

/**
 * Parameters or fields, each with its type and what it is held to.
 *
 * @param {readonly (import('./api-description.js').Field & { readonly place?: string })[]} fields
 */
export function fieldList(fields) {
  return element('dl', { class: 'fields' }, ...fields.map(fieldEntry));
}

/** @param {import('./api-description.js').Field & { readonly place?: string }} field */
function fieldEntry({ name, required, description, type, bounds, preset, place }) {
  const limits = [bounds, preset && `default ${preset}`].filter(Boolean).join(', ');
  return element(
    'div',
    {},
    element(
      'dt',
      {},
      element('code', {}, name),
      element('span', { class: 'quiet' }, place === undefined ? type : `${type}, in the ${place}`),
      required && element('span', { class: 'required' }, 'required'),
    ),
    element('dd', {}, ...prose(description)),
    limits !== '' && element('dd', { class: 'limits' }, ...prose(limits)),
  );
}
