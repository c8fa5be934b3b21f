/** @typedef {{ method: string, url: string, headers: Record<string, string>, body: string | null }} ApiRequest */

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
  /** @type {Record<string, string>} */
  const headers = {};
  if (key !== '') headers.Authorization = `Bearer ${key}`;
  if (body !== null) headers['Content-Type'] = 'application/json';
  return { method, url, headers, body };
}
