const storedAs = `petstore-key ${location.pathname}`; // several pages may be mounted on one server

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
