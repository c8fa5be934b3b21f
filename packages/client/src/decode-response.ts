import { err, parseJson, type Result } from '@petstore/core';
import type { Redact } from '@petstore/http';
import * as z from 'zod/mini';
import { truncate, type FromServer, type InvalidResponse, type Unauthorized } from './client-error.ts';
import { errorMakers, findErrorCode, type ErrorOf, type ClientOperation } from './operations.ts';
import type { ClientRequest, ClientResponse } from './send.ts';

/**
 * Makes the result of an operation from its response.
 *
 * @param decode decodes the body of a success. An Err is a sentence about what is wrong
 */
export function decodeResponse<O extends ClientOperation, T>(
  operation: O,
  request: ClientRequest,
  response: ClientResponse,
  decode: (body: unknown) => Result<T, string>,
  redact: Redact,
): Result<T, FromServer<ErrorOf<O>> | Unauthorized | InvalidResponse> {
  const { status, text, error: bodyError } = response;
  const invalid = (sentence: string): InvalidResponse => ({
    code: 'invalid_response',
    message: `The response ${status} to ${request.shown} cannot be used. ${sentence}`,
    status,
    outcome: status >= 400 && status < 500 ? 'not_created' : 'unknown',
    body: truncate(redact(text)),
  });
  if (status === operation.success.status) {
    // Not the message of parseJson: it quotes the text, perhaps a part of the API key.
    const body = bodyError === undefined ? parseJson(text).mapErr(() => 'Its body is not JSON.') : err(bodyError);
    return body.andThen(decode).mapErr(invalid);
  }
  const { code: serverCode, message } = readErrorBody(response, redact) ?? {};
  const error = findError(operation, response, message) ?? invalid(bodyError ?? explainUnusable(status, message));
  return err({ ...error, ...(serverCode !== undefined && serverCode !== error.code && { serverCode }) });
}

/** Finds the error of the interface that a response stands for, if there is one. `message` is that of its Error body. */
function findError<O extends ClientOperation>(
  operation: O,
  { status, error: bodyError }: ClientResponse,
  message: string | undefined,
): ErrorOf<O> | Unauthorized | undefined {
  if (status === 401) {
    // A gateway that checks keys may answer with a page, or without a body.
    const refused = message ?? 'The response 401 has no Error body: the API key was refused.';
    return { code: 'unauthorized', message: refused, status, outcome: 'not_created' };
  }
  const code = findErrorCode(operation, status);
  if (bodyError !== undefined || code === undefined || message === undefined) return undefined;
  return errorMakers[code](message) as ErrorOf<O>; // the code is one of the operation's
}

/** Reads an Error body. It may have any code, because the interface names none (docs/interface.md, part 7). */
function readErrorBody(
  { status, text }: ClientResponse,
  redact: Redact,
): { readonly code: string; readonly message: string } | undefined {
  const { data: body } = errorBodySchema.safeParse(parseJson(text).unwrapOr(undefined));
  if (body?.status !== status) return undefined;
  return { code: truncate(redact(body.code)), message: redact(body.message) };
}

const errorBodySchema = z.object({ code: z.string(), message: z.string(), status: z.number() });

/** The statuses of redirects (Fetch standard, section 2.2.3). A browser hides the status of a redirect: it is 0. */
const redirects: readonly number[] = [0, 301, 302, 303, 307, 308];

function explainUnusable(status: number, message: string | undefined): string {
  if (message !== undefined) return `The operation does not have this status. The server says: ${message}`;
  if (redirects.includes(status)) return 'A redirect is not followed, because its target would get the API key.';
  return status >= 400 ? 'Its body is not an Error of the interface.' : 'The operation does not have this status.';
}
