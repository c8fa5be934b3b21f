// @ts-check
import { element, prose } from './elements.js';
import { fieldList } from './field-list.js';

/**
 * An object that responses carry, field by field.
 *
 * @param {import('./api-description.js').Shape} shape
 */
export function shapeSection({ name, description, fields }) {
  const id = `shape-${name}`;
  return element(
    'section',
    { class: 'shape', id, 'aria-labelledby': `${id}-title` },
    element('h3', { id: `${id}-title` }, name),
    element('p', {}, ...prose(description)),
    fieldList(fields),
  );
}
