import { createClient, type PetStoreClient } from '@petstore/client';
import { closeOnce, okAsync, unwrap } from '@petstore/core';
import { toHttpRequest, toRequest, toResponse, type HttpResponse } from '@petstore/http';
import { once } from 'node:events';
import type { TestControls } from './test-controls.ts';
import type { TestStoreOptions } from './test-store-options.ts';
import { createTestStore, type ResponsePlan } from './test-store.ts';

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
    const plan = await Promise.race([
      testStore.respond(httpRequest, connection),
      aborted.then(() => undefined),
    ]).finally(() => {
      over.abort();
    });
    if (plan?.fault === 'STALL_HEADERS') await plan.pieces?.next();
    signal.throwIfAborted();
    if (plan?.response === undefined) throw createFetchError(explainMissingResponse(plan));
    return createResponse(request, plan.response, plan);
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

/** Makes the Response of a plan, with the waits and the end that its fault demands. */
function createResponse(request: Request, response: HttpResponse, { pieces, fault }: ResponsePlan): Response {
  if (pieces === undefined) return toResponse(request.method, response);
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

function explainMissingResponse(plan: ResponsePlan | undefined): string {
  if (plan?.fault !== undefined) return plan.fault;
  return plan === undefined ? 'the test is over' : 'a raw response needs a connection, which startTestServer has';
}

function createFetchError(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(`The pet store gives no response: ${reason}`) });
}
