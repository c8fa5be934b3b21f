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
 * Shows and hides the key in its form, and tells when it changes.
 *
 * @param {HTMLFormElement} form
 * @returns {ApiKey}
 */
export function apiKeyIn(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('key'));
  const show = /** @type {HTMLButtonElement} */ (form.elements.namedItem('show'));
  /** @type {(() => void)[]} */
  const listeners = [];
  const isShown = () => field.type === 'text';
  const changed = () => {
    for (const listener of listeners) listener();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  field.addEventListener('input', changed);
  show.addEventListener('click', () => {
    field.type = isShown() ? 'password' : 'text';
    show.setAttribute('aria-pressed', String(isShown()));
    changed();
  });
  return {
    value: () => field.value.trim(),
    isShown,
    onChange: (listener) => listeners.push(listener),
  };
}
