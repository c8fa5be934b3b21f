import type { Result } from '@petstore/core';
import type { HttpErrorCode } from '@petstore/http';
import * as z from 'zod/mini';
import { integer, parseInput, strictObject } from '../schema-messages.ts';
import { maxSessions, type Session, type OpenSessions } from './sessions.ts';

/** A call by which a test controls its sessions over HTTP. docs/sessions.md shows each of them. */
export interface SessionCall {
  readonly method: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /** The path below `/_testing`; `{id}` is the id of a session. */
  readonly path: `/sessions${'' | '/{id}' | `/{id}/${string}`}`;
  /** Whether it takes parameters in the query. */
  readonly hasQuery?: true;
  /** The status of the response if the call succeeds. */
  readonly status: 200 | 201 | 204;
  /** Does the call. Returns the value of the response, or an error. */
  handle(input: SessionCallInput): Result<unknown, SessionError> | Promise<Result<unknown, SessionError>>;
}

export interface SessionCallInput {
  readonly sessions: OpenSessions;
  /** The session of the path; an error if there is none. */
  readonly session: Result<Session, SessionError>;
  /** The query as it was sent; empty if there is none. */
  readonly query: string;
  /** The decoded body; `undefined` if there is none. */
  readonly body: unknown;
  /** The address of the server, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Aborted when the client may be gone. */
  readonly gone: AbortSignal;
}

/** An Error body before it is written. */
export interface SessionError {
  readonly code: HttpErrorCode | 'too_few_requests';
  readonly message: string;
  /** Further header fields by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

function integerParameter(min: number, max: number) {
  const decode = (sent: unknown) => (typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent);
  return z.optional(z.pipe(z.transform(decode), integer(min, max)));
}

const requestsQuerySchema = strictObject({
  atLeast: integerParameter(1, Number.MAX_SAFE_INTEGER),
  wait: integerParameter(0, 60_000),
});

/** Decodes the query of the call that asks for requests. The error names the wrong parameter. */
export function parseRequestsQuery(sent: string): Result<z.output<typeof requestsQuerySchema>, SessionError> {
  return parseInput(requestsQuerySchema, Object.fromEntries(new URLSearchParams(sent)), 'query').mapErr(invalidRequest);
}

/** @param subject the name of the body in the error */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown, subject: string): Result<T, SessionError> {
  return parseInput(schema, body, subject).mapErr(invalidRequest);
}

export function invalidRequest(message: string): SessionError {
  return { code: 'invalid_request', message };
}

export const noSuchSession: SessionError = {
  code: 'not_found',
  message: `There is no such session: it was never opened, or deleted. Only the ${maxSessions} sessions used last are kept.`,
};
