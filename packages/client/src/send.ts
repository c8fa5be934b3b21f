import { err, isResponse, ok, type Result } from '@petstore/core';
import { type Redact } from '@petstore/http';
import { transportFailure, type ResponseHeaders, type Timeout, type TransportFailure } from './client-error.ts';
import type { CallOptions, CheckedOptions } from './client-options.ts';
import { startClock, type Pacing } from './clock.ts';
import { truncate } from './error-texts.ts';
import type { ClientOperation } from './operations.ts';
import { late, readBody } from './read-body.ts';
import { computePause } from './retry-policy.ts';
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
  /** Redacted; absent if there are none. */
  readonly headers?: ResponseHeaders;
  readonly text: string;
  /** A sentence about what is wrong with the body. Absent if it is complete. */
  readonly bodyError?: string;
}

/** Why there is no complete response. */
export type NoResponse = TransportFailure | Timeout;

/**
 * Makes a function that sends a request. The function repeats a read as the options say. It never rejects.
 *
 * @param redact replaces the API key in a string
 */
export function createSend(options: CheckedOptions, pacing: Pacing, redact: Redact) {
  const { apiKey, fetch, retryReads } = options;

  /** Sends a request once. */
  const attempt = async (
    request: ClientRequest,
    timeout: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<ClientResponse, NoResponse>> => {
    if (signal?.aborted) return err(createAbortBefore(request, signal));
    const controller = new AbortController();
    const clock = startClock(timeout, signal);
    const outcome = await Promise.race([exchange(request, controller.signal, timeout), clock.over]);
    clock.stop();
    if (typeof outcome === 'object') return outcome;
    controller.abort(); // a fetch that ignores its signal goes on, and nobody waits for it
    return err(outcome === 'timeout' ? createTimeout(request, timeout) : createAbortAfter(request, signal));
  };

  const exchange = async (
    request: ClientRequest,
    signal: AbortSignal,
    timeout: number,
  ): Promise<Result<ClientResponse, NoResponse>> => {
    const deadline = performance.now() + timeout;
    const { method, url, body } = request;
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    let status: number | undefined;
    try {
      // `manual`: the target of a redirect must not get the key. `error` would hide the redirect, and Workers lack it.
      const init = { method, headers, body: encodeBody(body), redirect: 'manual', signal } as const;
      const response = await fetch(url, init);
      if (!isResponse(response)) {
        return err(createSendFailure(request, status, new TypeError('fetch did not return a Response'), redact));
      }
      const sentHeaders = readHeaders(response.headers, redact);
      ({ status } = response);
      const { text, error } = await readBody(response, () => performance.now() > deadline);
      return ok({ status, text, ...(sentHeaders && { headers: sentHeaders }), ...(error && { bodyError: error }) });
    } catch (thrown) {
      return err(
        thrown === late ? createTimeout(request, timeout) : createSendFailure(request, status, thrown, redact),
      );
    }
  };

  const send = async (request: ClientRequest, call: CallOptions): Promise<Result<ClientResponse, NoResponse>> => {
    const { signal, timeout = options.timeout } = call;
    const retries = request.method === 'GET' ? retryReads : 0;
    for (let retry = 1; ; retry++) {
      const outcome = await attempt(request, timeout, signal);
      if (retry > retries || signal?.aborted) return outcome;
      const pause = computePause(outcome.unwrapOr(undefined), retry, timeout, pacing.random());
      if (pause === undefined) return outcome;
      if ((await pacing.pause(pause, signal)) === 'aborted') return err(createAbortAfter(request, signal));
    }
  };

  return (request: ClientRequest, call: CallOptions): Promise<Result<ClientResponse, NoResponse>> =>
    send(request, call).catch((thrown: unknown) =>
      err(transportFailure(`No response to ${describeLoss(request)} its signal failed.`, 'outcome_unknown', thrown)),
    );
}

/**
 * Makes the body for `fetch`. If a connection breaks, Deno sends a request with a body of bytes again, even a POST. It does not
 * repeat one with a Blob. Elsewhere the body is a string: the fetch of Node does not know the Blob of jsdom.
 */
function encodeBody(json: string | undefined): Blob | string | null {
  if (json === undefined) return null;
  return 'Deno' in globalThis ? new Blob([json]) : json;
}

function readHeaders(headers: Headers, redact: Redact): ResponseHeaders | undefined {
  const read = (name: keyof ResponseHeaders) => {
    const value = headers.get(name);
    return value === null ? {} : { [name]: truncate(redact(value.trim())) };
  };
  const found: ResponseHeaders = { ...read('retry-after'), ...read('www-authenticate') };
  return Object.keys(found).length === 0 ? undefined : found;
}

/** @param status the status of the response, if it came before the failure */
function createSendFailure(
  request: ClientRequest,
  status: number | undefined,
  thrown: unknown,
  redact: Redact,
): TransportFailure {
  const cause = copyError(thrown, redact);
  const reason = redact(findReason(thrown));
  if (status !== undefined) {
    const message = `No complete response to ${describeLoss(request)} the body of the response ${status} was cut off: ${reason}.`;
    return transportFailure(message, 'outcome_unknown', cause);
  }
  return isBeforeSending(thrown)
    ? transportFailure(`${request.shown} was not sent: ${reason}.`, 'not_sent', cause)
    : transportFailure(`No response to ${describeLoss(request)} ${reason}.`, 'outcome_unknown', cause);
}

function createAbortBefore({ shown }: ClientRequest, { reason }: AbortSignal): TransportFailure {
  return transportFailure(`${shown} was not sent: its signal was aborted before.`, 'not_sent', reason);
}

function createAbortAfter(request: ClientRequest, signal: AbortSignal | undefined): TransportFailure {
  return transportFailure(
    `No response to ${describeLoss(request)} its signal was aborted.`,
    'outcome_unknown',
    signal?.reason,
  );
}

function createTimeout(request: ClientRequest, timeout: number): Timeout {
  return { code: 'timeout', message: `No complete response to ${describeLoss(request)} ${timeout} ms have passed.` };
}

/** What a lost request means, by its method. */
const lost = { GET: '', POST: ' (whether the pet was created is unknown)' } as const;

/** Writes a request for a message about its loss. */
function describeLoss({ method, shown }: ClientRequest): string {
  return `${shown}${lost[method]}:`;
}
