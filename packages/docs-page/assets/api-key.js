const storedAs = `petstore-key ${location.pathname}`; // several pages may be mounted on one server

/**
 * Says beside the field of the key whether the server knows the key. OPTIONS needs one, and does nothing.
 *
 * @param {HTMLInputElement} field
 * @param {string} baseAddress
 */
export function checkApiKey(field, baseAddress) {
  const output = /** @type {HTMLElement} */ (document.querySelector('header output'));
  const check = async () => {
    const key = field.value.trim();
    const options = { method: 'OPTIONS', headers: { Authorization: `Bearer ${key}` } };
    const isValid = key !== '' && (await fetch(`${baseAddress}/pets`, options).catch(() => undefined))?.ok;
    if (key !== field.value.trim()) return; // typed meanwhile
    output.className = isValid ? 'good' : 'bad';
    output.textContent = key === '' ? '' : isValid ? 'valid' : 'not valid';
  };
  field.addEventListener('change', () => void check());
  addEventListener('pageshow', () => void check());
  addEventListener('hashchange', () => setTimeout(() => void check())); // once the key is taken from the address
}

/**
 * Keeps the API key in a field for this tab, and takes one from `#key=…` in the address. It is sent only to this server.
 *
 * @param {HTMLInputElement} field
 */
export function keepApiKey(field) {
  const takeFromAddress = () => {
    const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key');
    if (key === null || key === '') return; // `#key` is a link to the field
    history.replaceState(history.state, '', location.pathname + location.search); // people would copy the key with the link
    field.value = key;
    field.dispatchEvent(new Event('input'));
  };
  field.addEventListener('input', () => sessionStorage.setItem(storedAs, field.value));
  addEventListener('hashchange', takeFromAddress); // the printed address was opened in the tab of this page
  takeFromAddress();
  // Last, because a browser that blocks storage throws.
  if (field.value === '') field.value = sessionStorage.getItem(storedAs) ?? '';
}
