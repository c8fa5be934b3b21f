// @ts-check
import { element } from './elements.js';
import { formatJson } from './format-json.js';

/** @typedef {import('./api-description.js').Operation} Operation */

/**
 * A field for each parameter of an operation, and one for its body.
 *
 * @param {Operation} operation
 */
export function requestFields({ id, parameters, body }) {
  return [
    ...parameters.map((parameter) => labelled(`${id}-${parameter.name}`, parameter.name, control(id, parameter))),
    ...(body === undefined ? [] : [labelled(`${id}-body`, 'Body', bodyControl(id, body))]),
  ];
}

/**
 * What stands in the fields of a form now.
 *
 * @param {Operation} operation
 * @param {HTMLFormElement} form
 * @returns {{ readonly values: ReadonlyMap<string, string>, readonly body: string }}
 */
export function requestValues({ parameters }, form) {
  // Not FormData, which makes each line end of a body two characters.
  /** @param {string} name */
  const valueOf = (name) =>
    /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null} */ (form.elements.namedItem(name))
      ?.value ?? '';
  return { values: new Map(parameters.map(({ name }) => [name, valueOf(name)])), body: valueOf('body') };
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} field
 */
function labelled(id, label, field) {
  return element('div', { class: 'field' }, element('label', { for: id }, element('code', {}, label)), field);
}

/**
 * @param {string} id
 * @param {import('./api-description.js').Parameter} parameter
 */
function control(id, { name, required, preset, choices }) {
  const attributes = { id: `${id}-${name}`, name };
  if (choices !== undefined) {
    return element(
      'select',
      attributes,
      !required && element('option', { value: '' }, 'any'),
      ...choices.map((choice) => element('option', {}, choice)),
    );
  }
  // Whatever is typed is sent: to see how the server refuses it is a use of this page.
  return element('input', {
    ...attributes,
    type: 'text',
    required,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: preset ?? (required ? '1' : ''),
  });
}

/**
 * @param {string} id
 * @param {import('./api-description.js').RequestBody} body
 */
function bodyControl(id, { example }) {
  const text = formatJson(example)
    .map((piece) => piece.text)
    .join('');
  const rows = String(text.split('\n').length + 1);
  return element('textarea', { id: `${id}-body`, name: 'body', rows, spellcheck: 'false' }, text);
}
