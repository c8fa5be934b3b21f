// @ts-check

/**
 * The key that people type. It stays in the field: it is stored nowhere, and sent only to this server.
 * @typedef {{
 *   readonly value: () => string,
 *   readonly isShown: () => boolean,
 *   readonly onChange: (listener: () => void) => void,
 * }} ApiKey
 */

/**
 * Reads the key from its form, and shows or hides it there.
 *
 * @param {HTMLFormElement} form
 * @returns {ApiKey}
 */
export function apiKeyIn(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('key'));
  const show = /** @type {HTMLButtonElement} */ (form.elements.namedItem('show'));
  const isShown = () => field.type === 'text';

  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  show.addEventListener('click', () => {
    field.type = isShown() ? 'password' : 'text';
    show.setAttribute('aria-pressed', String(isShown()));
  });
  return {
    value: () => field.value.trim(),
    isShown,
    onChange(listener) {
      field.addEventListener('input', listener);
      show.addEventListener('click', listener);
    },
  };
}
