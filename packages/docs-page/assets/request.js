/** @typedef {import('./write-code.js').Header} Header */
/** @typedef {{ method: string, url: string, headers: Header[], body: string | null }} ApiRequest */

/**
 * The header that a form adds; none if its line is empty or not whole yet.
 *
 * @param {HTMLFormElement} form
 * @returns {Header[]}
 */
export function furtherHeaders(form) {
  const [, name = '', value = ''] =
    /^([^:]+):(.*)$/.exec(/** @type {HTMLInputElement} */ (form.querySelector('.header')).value) ?? [];
  return name === '' ? [] : [[name.trim(), value.trim()]];
}

/**
 * Makes the request of a filled-in form. Empty query parameters are left out, an empty path parameter keeps its placeholder, and the
 * body is sent as it was typed.
 *
 * @param {HTMLFormElement} form
 * @param {string} baseAddress
 * @param {string} key
 * @returns {ApiRequest}
 */
export function requestOf(form, baseAddress, key) {
  let { method = '', path = '' } = form.dataset;
  const query = new URLSearchParams();
  const controls = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (form.querySelectorAll('[name]'));
  for (const { name, value } of controls) {
    if (value === '') continue;
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    else query.append(name, value);
  }
  const url = `${baseAddress}${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
  const body = form.querySelector('textarea')?.value ?? null; // FormData would change its line ends
  const headers = furtherHeaders(form);
  if (key !== '') headers.push(['Authorization', `Bearer ${key}`]);
  if (body !== null) headers.push(['Content-Type', 'application/json']);
  return { method, url, headers, body };
}
