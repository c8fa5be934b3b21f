// @ts-check

/**
 * A request as it is sent.
 * @typedef {{
 *   readonly method: string,
 *   readonly url: string,
 *   readonly headers: Readonly<Record<string, string>>,
 *   readonly body: string | undefined,
 * }} ApiRequest
 */

/**
 * Makes a request of an operation. What is left empty in the query is not sent; the body goes out as it was typed.
 *
 * @param {import('./api-description.js').Operation} operation
 * @param {string} baseAddress
 * @param {string} key
 * @param {ReadonlyMap<string, string>} values the values of the parameters by their names
 * @param {string} body
 * @returns {ApiRequest}
 */
export function requestOf(operation, baseAddress, key, values, body) {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, place } of operation.parameters) {
    const value = values.get(name) ?? '';
    if (place === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  return {
    method: operation.method,
    url: new URL(`${baseAddress}${path}${query.size === 0 ? '' : `?${query.toString()}`}`).href,
    headers: {
      ...(key !== '' && { Authorization: `Bearer ${key}` }),
      ...(operation.body && { 'Content-Type': operation.body.mediaType }),
    },
    body: operation.body && body,
  };
}
