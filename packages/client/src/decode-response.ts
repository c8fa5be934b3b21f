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
  const isSuccess = status === operation.success.status;
  const { code: serverCode, message } = (isSuccess ? undefined : readErrorBody(response, redact)) ?? {};
  const withDetails = <E extends { readonly code: string }>(error: E): FromServer<E> => ({
    ...error,
    ...(serverCode !== undefined && serverCode !== error.code && { serverCode }),
  });
  if (status === 401) {
    // A gateway that checks keys may answer with a page, or without a body.
    const refused = message ?? 'The response 401 has no Error body: the API key was refused.';
    return err(withDetails<Unauthorized>({ code: 'unauthorized', message: refused, status, outcome: 'not_created' }));
  }
  const invalid = (sentence: string) =>
    err(
      withDetails<InvalidResponse>({
        code: 'invalid_response',
        message: `The response ${status} to ${request.shown} cannot be used. ${sentence}`,
        status,
        outcome: status >= 400 && status < 500 ? 'not_created' : 'unknown',
        body: truncate(redact(text)),
      }),
    );
  if (bodyError !== undefined) return invalid(bodyError);
  if (isSuccess) {
    // Not the message of parseJson: it quotes the text, perhaps a part of the API key.
    return parseJson(text)
      .mapErr(() => 'Its body is not JSON.')
      .andThen(decode)
      .orElse(invalid);
  }
  const code = findErrorCode(operation, status);
  if (code === undefined || message === undefined) return invalid(explainUnusable(status, message));
  return err(withDetails(errorMakers[code](message) as ErrorOf<O>)); // the code is one of the operation's
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
