// @ts-check

/**
 * The key that people type, or that stands in the address of the page. It is kept for the tab, and sent only to this
 * server.
 * @typedef {{
 *   readonly value: () => string,
 *   readonly isShown: () => boolean,
 *   readonly onChange: (listener: () => void) => void,
 * }} ApiKey
 */

/** Each page has its own: several may be mounted on one server. */
const storedAs = `petstore-key ${location.pathname}`;

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

  /** @param {string | null} key */
  const fill = (key) => {
    if (key === null) return;
    field.value = key;
    field.dispatchEvent(new Event('input'));
  };
  field.addEventListener('input', () => {
    store(field.value);
  });
  addEventListener('hashchange', () => {
    fill(takeFromAddress()); // the printed address was opened in the tab of this page
  });
  fill(takeFromAddress() ?? stored());

  return {
    value: () => field.value.trim(),
    isShown,
    onChange(listener) {
      field.addEventListener('input', listener);
      show.addEventListener('click', listener);
    },
  };
}

/**
 * Takes the key of `#key=…` out of the address, where people would copy it with the link; null if there is none. `#key` without
 * a value is a link to the field.
 */
function takeFromAddress() {
  const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key');
  if (key === null || key === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

/** The key of this tab; null if there is none, or if the browser stores nothing. */
function stored() {
  try {
    return sessionStorage.getItem(storedAs);
  } catch {
    return null;
  }
}

/** @param {string} key */
function store(key) {
  try {
    sessionStorage.setItem(storedAs, key);
  } catch {
    // the browser stores nothing: the key is forgotten with the page
  }
}
