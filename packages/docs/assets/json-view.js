// @ts-check
import { element } from './elements.js';
import { formatJson } from './format-json.js';

/**
 * Shows JSON formatted and coloured.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function jsonView(text) {
  const pieces = formatJson(text).map(({ kind, text: piece }) =>
    kind === 'space' || kind === 'punctuation' ? piece : element('span', { class: `json-${kind}` }, piece),
  );
  return element('code', {}, ...pieces);
}
