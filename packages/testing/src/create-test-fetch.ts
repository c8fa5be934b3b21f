import { createClient, type PetStoreClient } from '@petstore/client';
import { closeOnce, okAsync, unwrap } from '@petstore/core';
import { toHttpRequest, toRequest, toResponse } from '@petstore/http';
import { once } from 'node:events';
import type { ResponseInPieces } from './pieces.ts';
import type { TestControls } from './test-controls.ts';
import type { TestStoreOptions } from './test-store-options.ts';
import { createTestStore } from './test-store.ts';

/** A `fetch` that a store for a test answers. `await using` closes it. */
export interface TestFetch extends TestControls, AsyncDisposable {
  /** The base address for a client. Its host does not matter. */
  readonly url: string;
  /**
   * Answers as the server of `startTestServer` does, without a socket. It rejects with a TypeError, as `fetch` does, for a fault that
   * only a connection can have, such as a reset. It respects the AbortSignal of a request.
   */
  readonly fetch: typeof fetch;
  /** A client that uses this `fetch`, with the first API key. */
  readonly client: PetStoreClient;
  /** Ends stalled requests. Every later request rejects with a TypeError. */
  close(): Promise<void>;
}

/**
 * Makes a pet store for a test, without a socket. Its pets are in memory. It fails as its script says, and records the requests.
 *
 * @example
 * ```ts
 * const { client, requests } = createTestFetch({ script: [{ respond: { status: 503 } }] });
 * const listed = await client.listPets();
 * console.log(listed.isErr(), requests().length);
 * ```
 *
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function createTestFetch(options: TestStoreOptions = {}): TestFetch {
  const testStore = createTestStore(options);
  const { controls } = testStore;
  const url = `http://petstore.test${options.basePath ?? ''}/v1`;
  let isClosed = false;

  const testFetch: typeof fetch = async (input, init) => {
    const request = toRequest(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    if (isClosed) throw createFetchError('it is closed');
    const httpRequest = toHttpRequest(request);
    const connection = { headers: httpRequest.headers, isReused: true, gone: signal };
    // The signal ends the call even if the body of the request never ends. It may live longer than the call: stop listening then.
    const over = new AbortController();
    const aborted = once(signal, 'abort', { signal: over.signal }).catch(() => undefined);
    const answer = await Promise.race([
      testStore.respond(httpRequest, connection),
      aborted.then(() => undefined),
    ]).finally(() => over.abort());
    signal.throwIfAborted();
    if (answer === undefined) throw createFetchError('the test is over');
    return 'pieces' in answer ? createResponse(request, answer) : toResponse(request.method, answer);
  };
  const closing = closeOnce(() => {
    isClosed = true;
    testStore.stop();
    return okAsync();
  });
  return {
    ...controls,
    url,
    fetch: testFetch,
    client: createClient({ baseUrl: url, apiKey: controls.apiKey, fetch: testFetch }),
    ...closing,
    close: () => unwrap(closing.close()),
  };
}

/** Makes a Response with the waits and the end of its pieces. Rejects if they are all that is written. */
async function createResponse(request: Request, { response, pieces, fault }: ResponseInPieces): Promise<Response> {
  if (response === undefined) {
    if (fault === 'STALL_HEADERS') await pieces.next();
    request.signal.throwIfAborted();
    throw createFetchError(fault ?? 'a raw response needs a connection, which startTestServer has');
  }
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      const { signal } = request; // the stream keeps the Request: Node would not abort the signal of a collected one
      if (signal.aborted) controller.error(signal.reason);
      else if (piece.done !== true) controller.enqueue(piece.value);
      else if (piece.value === 'end') controller.close();
      else controller.error(new TypeError('terminated', { cause: new Error(`The body ended early: ${fault}`) }));
    },
  });
  const { status, headers, body } = response;
  return new Response(stream, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) } });
}

function createFetchError(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(`The pet store gives no response: ${reason}`) });
}
