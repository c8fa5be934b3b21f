// @ts-check

/**
 * A request as it is sent.
 * @typedef {{
 *   readonly method: string,
 *   readonly url: string,
 *   readonly headers: Readonly<Record<string, string>>,
 *   readonly body: string | null,
 * }} ApiRequest
 */

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
  const body = form.querySelector('textarea')?.value ?? null; // FormData would change its line ends
  return {
    method,
    url: `${baseAddress}${path}${query.size === 0 ? '' : `?${query.toString()}`}`,
    headers: {
      ...(key !== '' && { Authorization: `Bearer ${key}` }),
      ...(body !== null && { 'Content-Type': 'application/json' }),
    },
    body,
  };
}
