// @ts-check

/**
 * The key that people type. It stays in the field: it is stored nowhere, and sent to this server alone.
 * @typedef {{
 *   readonly value: () => string,
 *   readonly isShown: () => boolean,
 *   readonly onChange: (listener: () => void) => void,
 * }} ApiKey
 */

/**
 * Takes over the form of the key.
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
  field.disabled = false;
  show.disabled = false;
  return {
    value: () => field.value.trim(),
    isShown,
    onChange: (listener) => listeners.push(listener),
  };
}
