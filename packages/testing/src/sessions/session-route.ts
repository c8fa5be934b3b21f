import { err, maxTimeout, ok, type Result } from '@petstore/core';
import * as z from 'zod';
import { integer, parseInput, strictObject } from '../schema-messages.ts';
import { maxSessions, type Session, type Sessions } from './sessions.ts';

/**
 * A call of the sessions over HTTP. The router, the OpenAPI document, the page at `/_testing` and the calls in sessions.md are made
 * from these records.
 */
export interface SessionRoute {
  readonly name: string;
  readonly method: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /** The path below `/_testing`; `{id}` is the id of a session. */
  readonly path: `/sessions${'' | '/{id}' | `/{id}/${string}`}`;
  readonly summary: string;
  /** The schema of the query; absent if it takes no parameters. */
  readonly query?: typeof requestsQuerySchema;
  /** The schema of the body; absent if it takes none. */
  readonly body?: z.ZodType;
  /** The query and the body that the documents show. */
  readonly example: { readonly query?: string; readonly body?: unknown };
  /** The status, and the name of the schema of the response; a 204 has none. */
  readonly success: { readonly status: 200 | 201 | 204; readonly schema?: 'Session' | 'Sessions' | 'Requests' };
  /** Does the call. Returns the value of the response, or an error. */
  handle(call: SessionCall): Result<unknown, SessionError> | Promise<Result<unknown, SessionError>>;
}

/** What a route works on. */
export interface SessionCall {
  readonly sessions: Sessions;
  /** The session of the path; an error if there is none. */
  readonly session: Result<Session, SessionError>;
  /** The parameters of the query, decoded. */
  readonly query: RequestsQuery;
  /** The decoded body; `undefined` if there is none. */
  readonly body: unknown;
  /** The address of the server, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
}

/** An Error body before it is written. */
export interface SessionError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Further header fields by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes the schema of an integer in a query. */
function integerParameter(min: number, max: number) {
  const decode = (sent: unknown) => (typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent);
  return z.preprocess(decode, integer(min, max).optional());
}

/** The schema of the query of the only route that has one. */
export const requestsQuerySchema = strictObject({
  atLeast: integerParameter(1, Number.MAX_SAFE_INTEGER).describe('Wait until so many requests have arrived.'),
  wait: integerParameter(0, maxTimeout).describe('How long to wait for them, in milliseconds; 5,000 by default.'),
});

/** The parameters of a query. */
export type RequestsQuery = z.output<typeof requestsQuerySchema>;

const noParameters: z.ZodType<RequestsQuery> = z.strictObject(
  {},
  { error: 'must be left out: this call has no parameters' },
);

/**
 * Decodes the query of a call.
 *
 * @returns the parameters; for a wrong one, an error that names it
 */
export function parseQuery({ query }: SessionRoute, sent: string): Result<RequestsQuery, SessionError> {
  const schema: z.ZodType<RequestsQuery> = query ?? noParameters;
  return parseInput(schema, Object.fromEntries(new URLSearchParams(sent)), 'query').mapErr(invalidRequest);
}

/**
 * Checks the body of a call.
 *
 * @param subject the name of the body in the error
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown, subject: string): Result<T, SessionError> {
  return parseInput(schema, body, subject).mapErr(invalidRequest);
}

/** Calls a function that throws a TypeError for a wrong option, and turns that into an Err. */
export function catchTypeError<T>(call: () => T): Result<T, SessionError> {
  try {
    return ok(call());
  } catch (error) {
    if (error instanceof TypeError) return err(invalidRequest(error.message));
    throw error;
  }
}

/** Makes the error of a wrong query or body. */
export function invalidRequest(message: string): SessionError {
  return { status: 400, code: 'invalid_request', message };
}

/** The error for a session that is not open. */
export const noSuchSession: SessionError = {
  status: 404,
  code: 'not_found',
  message: `There is no such session: it was never opened, or deleted. Of more than ${maxSessions} sessions, the one that was unused for longest is deleted.`,
};
