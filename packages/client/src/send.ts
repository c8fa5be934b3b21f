import { decodeApproximately, decodeUtf8, err, isResponse, ok, type Result } from '@petstore/core';
import { readChunks, readUpTo, type Redact } from '@petstore/http';
import { startClock } from './abort-or-timeout.ts';
import { transportFailure, type Timeout, type TransportFailure } from './client-error.ts';
import type { CallOptions, CheckedOptions } from './client-options.ts';
import type { ClientOperation } from './operations.ts';
import { copyError, findReason, isBeforeSending } from './thrown.ts';

/** The parts of a request that differ between calls. */
export interface ClientRequest {
  readonly method: ClientOperation['method'];
  readonly url: string;
  /** The method and the URL for messages, without the API key. */
  readonly shown: string;
  /** The body as JSON. */
  readonly body?: string;
}

export interface ClientResponse {
  readonly status: number;
  /** The part of the body that could be read. */
  readonly text: string;
  /** A sentence about what is wrong with the body. Absent if it is complete. */
  readonly error?: string;
}

type ReceivedBody = Omit<ClientResponse, 'status'>;

type Sent = Result<ClientResponse, TransportFailure | Timeout>;

/** Makes a function that sends a request once. The function never rejects. */
export function createSend({ apiKey, fetch, timeout: usualTimeout }: CheckedOptions, redact: Redact) {
  return async (request: ClientRequest, { signal, timeout = usualTimeout }: CallOptions): Promise<Sent> => {
    try {
      if (signal?.aborted) return err(notSent(request, 'its signal was aborted before', signal.reason));
      const controller = new AbortController();
      const clock = startClock(timeout, signal);
      const outcome = await Promise.race([exchange(request, controller.signal), clock.over]);
      clock.stop();
      if (typeof outcome === 'object') return outcome;
      controller.abort(); // a fetch that ignores its signal goes on, and nobody waits for it
      if (outcome === 'aborted') return err(lost(request, 'its signal was aborted', signal?.reason));
      return err({
        code: 'timeout',
        message: describeIncomplete(request, `${timeout} ms have passed`),
        outcome: 'unknown',
      });
    } catch (thrown) {
      return err(lost(request, 'its signal failed', thrown));
    }
  };

  /** Sends a request, and reads the response. Never rejects. */
  async function exchange(request: ClientRequest, signal: AbortSignal): Promise<Sent> {
    const { method, url, body } = request;
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    let status: number | undefined;
    try {
      // `manual`: the target of a redirect must not get the key. `error` would hide the redirect, and Workers lack it.
      const response = await fetch(url, { method, headers, body: encodeBody(body), redirect: 'manual', signal });
      if (!isResponse(response)) throw new TypeError('fetch did not return a Response');
      ({ status } = response);
      return ok({ status, ...(await readBody(response)) });
    } catch (thrown) {
      const reason = redact(findReason(thrown));
      const cause = copyError(thrown, redact);
      if (status === undefined) return err((isBeforeSending(thrown) ? notSent : lost)(request, reason, cause));
      const message = describeIncomplete(request, `the body of the response ${status} could not be read: ${reason}`);
      return err(transportFailure(message, 'unknown', cause));
    }
  }
}

/** The server has certainly not seen the request. */
function notSent({ shown }: ClientRequest, reason: string, cause: unknown): TransportFailure {
  return transportFailure(`${shown} was not sent: ${reason}.`, 'not_created', cause);
}

/** The server may have seen the request. */
function lost({ shown, method }: ClientRequest, reason: string, cause: unknown): TransportFailure {
  return transportFailure(`No response to ${shown}${doubt[method]}: ${reason}.`, 'unknown', cause);
}

/** Says that the whole response did not come. */
function describeIncomplete({ shown, method }: ClientRequest, reason: string): string {
  return `No complete response to ${shown}${doubt[method]}: ${reason}.`;
}

/** What nobody knows about a lost request, by its method. */
const doubt = { GET: '', POST: ' (whether the pet was created is unknown)' } as const;

/**
 * Makes the body for `fetch`. On Deno a Blob: if the connection breaks, Deno sends a body of bytes again, even a POST. Elsewhere a
 * string: the fetch of Node does not know the Blob of jsdom.
 */
function encodeBody(json: string | undefined): Blob | string | null {
  if (json === undefined) return null;
  return 'Deno' in globalThis ? new Blob([json]) : json;
}

/** The max size of a body, so that an endless one ends: twice a list of 100 pets with names of 64 KiB. */
const maxBodyBytes = 2 ** 24;

/** Reads the body of a response as UTF-8. If the body breaks off, rejects with what the stream threw. */
async function readBody(response: Response): Promise<ReceivedBody> {
  const chunks = readChunks(response);
  const { bytes, end } = await readUpTo(chunks, maxBodyBytes);
  if (end === 'complete') return decode(bytes);
  await chunks.return();
  const error = end === 'too_long' ? `longer than ${maxBodyBytes} bytes` : 'a stream of something other than bytes';
  return { ...decode(bytes), error: `Its body is ${error}.` };
}

function decode(bytes: Uint8Array): ReceivedBody {
  const text = decodeUtf8(bytes);
  return text.isOk() ? { text: text.value } : { text: decodeApproximately(bytes), error: 'Its body is not UTF-8.' };
}
