import { err, parseJson, type Result } from '@petstore/core';
import { statusOf, type WireError } from '@petstore/core/internal';
import { errorMakers, type ErrorOf, type Operation } from './operations.ts';
import type { Reply } from './send.ts';

/**
 * Makes the result of an operation from its reply.
 *
 * @param decode decodes the body of a success; its Err is a sentence about what is wrong
 * @returns the value, an error of the operation, or a sentence about why the reply cannot be used
 */
export function decodeReply<O extends Operation, T>(
  operation: O,
  reply: Reply,
  decode: (body: unknown) => Result<T, string>,
): Result<T, ErrorOf<O> | string> {
  const { status, text } = reply;
  if (status === operation.success) {
    // JSON.parse quotes a piece of the text, which may be half of the API key.
    return parseJson(text)
      .mapErr(() => 'Its body is not JSON.')
      .andThen(decode);
  }
  const code = operation.errors.find((known) => statusOf[known] === status);
  const message = messageIn(reply);
  if (code !== undefined && message !== undefined) return err(errorMakers[code](message) as ErrorOf<O>);
  return err(whyUnusable(status, message));
}

/** The message of an Error body. Its code does not matter: the interface names none (docs/interface.md, part 7). */
function messageIn({ status, text }: Reply): string | undefined {
  const body = parseJson(text).unwrapOr(undefined) as Partial<WireError> | null | undefined;
  if (typeof body?.code !== 'string' || body.status !== status) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

function whyUnusable(status: number, message: string | undefined): string {
  if (message !== undefined) return `The operation does not have this status. The server says: ${message}`;
  // A browser hides the status of a redirect.
  if (status === 0 || (status >= 300 && status < 400))
    return 'A redirect is not followed, so as not to pass on the key.';
  return status >= 400 ? 'Its body is not an Error of the interface.' : 'The operation does not have this status.';
}
