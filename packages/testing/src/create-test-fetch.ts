import { createClient, type PetStoreClient } from '@petstore/client';
import { fetchRequest, toRequest, toResponse } from '@petstore/http';
import { bodyPieces, hasPieces } from './body-pieces.ts';
import {
  checkTestStoreOptions,
  createTestStore,
  type Answer,
  type TestControls,
  type TestStoreOptions,
} from './test-store.ts';

/** A store for a test behind a `fetch`. */
export interface TestFetch extends TestControls {
  /** The base address for a client; its host does not matter. */
  readonly url: string;
  /**
   * Answers as the server of `startTestServer` does, without a socket. A fault that only a connection can have, such as a
   * reset, rejects with a TypeError, as `fetch` does. It respects the AbortSignal of a request.
   */
  readonly fetch: typeof fetch;
  /** A client over that `fetch`, with the first API key. */
  readonly client: PetStoreClient;
  /** Ends what is stalled. Every later request rejects with a TypeError. */
  close(): void;
}

/**
 * Makes a pet store for a test, without a socket: its pets are in memory, it can be wrong on purpose, and it keeps what it was
 * sent.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function createTestFetch(options: TestStoreOptions = {}): TestFetch {
  checkTestStoreOptions(options);
  const testStore = createTestStore(options);
  const { controls } = testStore;
  const url = `http://petstore.test${options.basePath ?? ''}/v1`;
  let isClosed = false;

  const testFetch: typeof fetch = async (input, init) => {
    const request = toRequest(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    if (isClosed) throw failure('it is closed');
    const arrival = { headers: Object.fromEntries(request.headers), isReused: true, gone: signal, closed: signal };
    // The signal ends the call even if the body of the request never ends.
    const { aborted, forget } = abortOf(signal);
    const answer = await Promise.race([testStore.answer(fetchRequest(request), arrival), aborted]).finally(forget);
    if (answer?.fault === 'STALL_HEADERS') await answer.pause();
    signal.throwIfAborted();
    if (answer?.reply === undefined) throw failure(noReply(answer));
    return carry(request, answer.reply, answer);
  };
  return {
    ...controls,
    url,
    fetch: testFetch,
    client: createClient({ baseUrl: url, apiKey: controls.apiKey, fetch: testFetch }),
    close() {
      isClosed = true;
      testStore.stop();
    },
  };
}

const withoutBody = [204, 205, 304];

/** A promise that rejects when a signal aborts, and a function to call after the race: a signal may live longer than a call. */
function abortOf(signal: AbortSignal) {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      reject(signal.reason as Error);
    };
  });
  signal.addEventListener('abort', abort);
  const forget = () => {
    signal.removeEventListener('abort', abort);
  };
  return { aborted, forget };
}

function carry(request: Request, reply: NonNullable<Answer['reply']>, answer: Answer): Response {
  const { method } = request;
  const { status, headers, body } = reply;
  if (withoutBody.includes(status)) return new Response(null, { status, headers });
  if (!hasPieces(method, answer)) return toResponse(method, reply);
  const pieces = bodyPieces(answer);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      const { signal } = request; // Node never aborts it if the Request is garbage, so the stream keeps the Request
      if (signal.aborted) controller.error(signal.reason);
      else if (piece.done !== true) controller.enqueue(piece.value);
      else if (piece.value) controller.close();
      else controller.error(new TypeError('terminated', { cause: new Error(`The body ended early: ${answer.fault}`) }));
    },
  });
  return new Response(stream, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) } });
}

/** Tells why there is no reply. */
function noReply(answer: Answer | undefined): string {
  if (answer?.raw !== undefined) return 'a raw response needs a connection, which startTestServer has';
  return answer?.fault ?? 'the test is over';
}

/** The error that `fetch` rejects with if the network fails. */
function failure(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(`The pet store gives no response: ${reason}`) });
}
