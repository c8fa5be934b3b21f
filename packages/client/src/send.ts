import { err, ok, type Result } from '@petstore/core';
import { transportFailure, type InvalidResponse, type Timeout, type TransportFailure } from './client-error.ts';
import type { CheckedOptions } from './client-options.ts';
import { startClock } from './clock.ts';
import type { Operation } from './operations.ts';
import { readBody } from './read-body.ts';
import { copyOf, isBeforeSending, reasonOf } from './thrown.ts';

/** The parts of a request that differ between calls. */
export interface ClientRequest {
  readonly method: Operation['method'];
  readonly url: string;
  /** The body as JSON. */
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Why there is no complete reply. */
export type NoReply = TransportFailure | Timeout | InvalidResponse;

/**
 * Makes the function that sends a request, and repeats a read as the options say. It never rejects.
 *
 * @param redact takes the API key out of a text
 */
export function createSend(options: CheckedOptions, redact: (text: string) => string) {
  const { apiKey, fetch, timeout, retryReads } = options;

  /** Sends a request once. */
  const attempt = async (request: ClientRequest, signal: AbortSignal | undefined): Promise<Result<Reply, NoReply>> => {
    if (signal?.aborted) return err(abortedBefore(request, signal));
    const controller = new AbortController();
    const clock = startClock(timeout, signal);
    const outcome = await Promise.race([exchange(request, controller.signal), clock.over]);
    clock.stop();
    if (typeof outcome === 'object') return outcome;
    controller.abort(); // a fetch that ignores its signal goes on, but is not awaited
    return err(outcome === 'timeout' ? timedOut(request, timeout) : abortedAfter(request, signal));
  };

  const exchange = async (request: ClientRequest, signal: AbortSignal): Promise<Result<Reply, NoReply>> => {
    const { method, url, body } = request;
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    let response: Response;
    let status: number | undefined;
    let retryAfter: string | null;
    try {
      // `manual`: a redirect must not get the key. (`error` would hide the redirect, and Workers lack that mode.)
      response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
      ({ status } = (response as Partial<Response> | undefined) ?? {});
      if (typeof status !== 'number' || typeof (response as Partial<Response>).headers?.get !== 'function')
        throw new TypeError('fetch did not return a Response');
      retryAfter = response.headers.get('retry-after');
    } catch (thrown) {
      return err(sendingFailed(request, thrown, redact));
    }
    const { text, error } = await readBody(response);
    if (error === undefined) return ok({ status, text, retryAfter });
    return err(invalidResponse(request, error, status, text));
  };

  const send = async (request: ClientRequest, signal: AbortSignal | undefined): Promise<Result<Reply, NoReply>> => {
    for (let retriesLeft = request.method === 'GET' ? retryReads : 0; ; retriesLeft--) {
      const outcome = await attempt(request, signal);
      const pause = retriesLeft === 0 || signal?.aborted ? undefined : pauseBeforeRetry(outcome);
      if (pause === undefined || pause > timeout) return outcome;
      if (pause === 0) continue;
      const clock = startClock(pause, signal);
      const end = await clock.over;
      clock.stop();
      if (end === 'aborted') return err(abortedAfter(request, signal));
    }
  };

  return (request: ClientRequest, signal: AbortSignal | undefined): Promise<Result<Reply, NoReply>> =>
    send(request, signal).catch((thrown: unknown) =>
      err(transportFailure(`No reply to ${describe(request)} its signal failed.`, 'outcome_unknown', thrown)),
    );
}

/** How long to wait before a read is repeated, in milliseconds; `undefined` if the outcome is final. */
function pauseBeforeRetry(outcome: Result<Reply, NoReply>): number | undefined {
  if (outcome.isErr()) return outcome.error.code === 'invalid_response' ? undefined : 0;
  return outcome.value.status === 503 ? parseRetryAfter(outcome.value.retryAfter?.trim() ?? '') : undefined;
}

/** Reads a Retry-After, seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now; 0 for anything else. */
function parseRetryAfter(text: string): number {
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return milliseconds > 0 ? milliseconds : 0;
}

/**
 * Makes an {@link InvalidResponse}, whose texts are not bounded yet and may hold the key.
 *
 * @param error a sentence
 */
export function invalidResponse(
  { method, url }: ClientRequest,
  error: string,
  status: number,
  body: string,
): InvalidResponse {
  const message = `The reply ${status} to ${method} ${url} cannot be used. ${error}`;
  return { code: 'invalid_response', message, status, body };
}

function sendingFailed(request: ClientRequest, thrown: unknown, redact: (text: string) => string): TransportFailure {
  const cause = copyOf(thrown, redact);
  const reason = reasonOf(thrown);
  return isBeforeSending(thrown)
    ? transportFailure(`${request.method} ${request.url} was not sent: ${reason}.`, 'not_sent', cause)
    : transportFailure(`No reply to ${describe(request)} ${reason}.`, 'outcome_unknown', cause);
}

function abortedBefore({ method, url }: ClientRequest, { reason }: AbortSignal): TransportFailure {
  return transportFailure(`${method} ${url} was not sent: its signal was aborted before.`, 'not_sent', reason);
}

function abortedAfter(request: ClientRequest, signal: AbortSignal | undefined): TransportFailure {
  return transportFailure(
    `No reply to ${describe(request)} its signal was aborted.`,
    'outcome_unknown',
    signal?.reason,
  );
}

function timedOut(request: ClientRequest, timeout: number): Timeout {
  return { code: 'timeout', message: `No complete reply to ${describe(request)} ${timeout} ms have passed.` };
}

/** What the loss of a request means, by its method. */
const lost = { GET: '', POST: ' (whether the pet was created is unknown)' } as const;

function describe({ method, url }: ClientRequest): string {
  return `${method} ${url}${lost[method]}:`;
}
