// @ts-check

/**
 * A request as it is sent.
 * @typedef {{
 *   readonly method: string,
 *   readonly url: string,
 *   readonly headers: Readonly<Record<string, string>>,
 *   readonly body: string | undefined,
 * }} ApiRequest
 *
 * A form that is filled in. `place` is `path` or `query`; the form of an operation without a body has no media type.
 * @typedef {{
 *   readonly method: string,
 *   readonly path: string,
 *   readonly mediaType: string,
 *   readonly parameters: readonly { readonly name: string, readonly place: string, readonly value: string }[],
 *   readonly body: string | undefined,
 * }} FilledForm
 */

/**
 * Makes the request of a form. Empty query parameters are left out; the body is sent as it was typed.
 *
 * @param {FilledForm} form
 * @param {string} baseAddress
 * @param {string} key
 * @returns {ApiRequest}
 */
export function requestOf({ method, path, mediaType, parameters, body }, baseAddress, key) {
  let filledPath = path;
  const query = new URLSearchParams();
  for (const { name, place, value } of parameters) {
    if (place === 'path') filledPath = filledPath.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  return {
    method,
    url: new URL(`${baseAddress}${filledPath}${query.size === 0 ? '' : `?${query.toString()}`}`).href,
    headers: {
      ...(key !== '' && { Authorization: `Bearer ${key}` }),
      ...(mediaType !== '' && { 'Content-Type': mediaType }),
    },
    body,
  };
}

/**
 * Reads a form of the page.
 *
 * @param {HTMLFormElement} form
 * @returns {FilledForm}
 */
export function filledForm(form) {
  const { method = '', path = '', mediaType = '' } = form.dataset;
  const controls = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.querySelectorAll('[data-in]')]);
  // Not FormData, which makes every line end of a body two characters.
  const body = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('textarea'));
  return {
    method,
    path,
    mediaType,
    parameters: controls.map(({ name, value, dataset }) => ({ name, place: dataset.in ?? '', value })),
    body: body?.value,
  };
}
