// @ts-check

const storedAs = `petstore-key ${location.pathname}`; // several pages may be mounted on one server

/**
 * Keeps the API key in a field for this tab, and takes one from `#key=…` in the address. It is sent only to this server.
 *
 * @param {HTMLInputElement} field
 */
export function keepApiKey(field) {
  const storage = storageOfTab();
  field.value = storage?.getItem(storedAs) ?? '';
  field.addEventListener('input', () => storage?.setItem(storedAs, field.value));

  const takeFromAddress = () => {
    const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key');
    if (key === null || key === '') return; // `#key` is a link to the field
    history.replaceState(history.state, '', location.pathname + location.search); // people would copy the key with the link
    field.value = key;
    field.dispatchEvent(new Event('input'));
  };
  addEventListener('hashchange', takeFromAddress); // the printed address was opened in the tab of this page
  takeFromAddress();
}

/** Returns undefined if the browser stores nothing: the key is forgotten with the page. */
function storageOfTab() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
