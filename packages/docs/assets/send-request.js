// @ts-check

/**
 * A response as it was received.
 * @typedef {{
 *   readonly status: number,
 *   readonly statusText: string,
 *   readonly headers: Headers,
 *   readonly body: string,
 *   readonly milliseconds: number,
 * }} ReceivedResponse
 */

/**
 * Sends a request.
 *
 * @param {import('./request.js').ApiRequest} request
 * @returns {Promise<ReceivedResponse | { readonly failure: string }>} the response, or why there is none
 */
export async function sendRequest({ method, url, headers, body }) {
  if (Object.values(headers).some((value) => !/^[\x20-\x7e]*$/.test(value))) {
    return { failure: 'Nothing was sent: the API key has a character that a header cannot carry.' };
  }
  const started = performance.now();
  let response;
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      cache: 'no-store',
      credentials: 'omit',
    });
    const text = await response.text();
    return {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      body: text,
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    const what =
      response === undefined
        ? 'There was no response: the server cannot be reached, closed the connection, or sent the browser to another address.'
        : `The server answered ${response.status} ${response.statusText}, but the body of the response was cut off.`;
    return { failure: `${what} The browser says: ${String(error).replace(/\.$/, '')}.` };
  }
}
