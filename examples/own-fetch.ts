// A fetch of your own for the client of the pet store: it adds a header to each request, and logs what came of it and how long
// it took. A read that the client repeats is logged each time.
import type { Fetch } from 'petstore-kit';
import { randomUUID } from 'node:crypto';

/**
 * Makes the fetch.
 *
 * @param log takes a line such as `GET /v1/pets 200 in 12 ms`
 * @param send how to send a request; the platform's fetch by default
 */
export function createLoggingFetch(log: (line: string) => void, send: Fetch = fetch): Fetch {
  return async (url, options) => {
    const headers = new Headers(options?.headers);
    headers.set('X-Request-Id', randomUUID());
    const request = `${options?.method ?? 'GET'} ${new URL(url).pathname}`;
    const start = performance.now();
    const took = () => `in ${Math.round(performance.now() - start)} ms`;
    try {
      // The other options must stay: the signal ends the request at its timeout, and `redirect` keeps the key from another server.
      const response = await send(url, { ...options, headers });
      log(`${request} ${response.status} ${took()}`);
      return response;
    } catch (error) {
      log(`${request} failed ${took()}`);
      throw error; // the client makes a transport_failure of it
    }
  };
}
