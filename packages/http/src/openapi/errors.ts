import { describeExamples, type Examples } from './examples.ts';
import { errorStatuses, type HttpErrorCode } from '../http-error.ts';
import { referToSchema } from './schemas.ts';

/**
 * The errors of operations: the cause of each, and what to do about it. The document does not name the errors that any request may
 * get (408, 431, 500, …).
 */
const descriptions = {
  invalid_request:
    'A parameter or the body is not valid. The message says what is wrong: correct it before you send the request again.',
  unauthorized:
    'The API key is missing or not valid. Send a valid one as the bearer token of the `Authorization` header.',
  not_found: 'No animal has this id. Ask for an id that a list or a creation has returned.',
  payload_too_large: 'The body is longer than the limit of the server, which the message names. Send a shorter one.',
  unsupported_media_type:
    'The content type is not JSON in UTF-8, or the body is encoded. Send `Content-Type: application/json`, and no `Content-Encoding`.',
  storage_failure:
    'The store failed to read or to write its animals. Send a GET again later. After a POST, the message says whether the animal was stored, or whether that is unknown.',
} as const satisfies Partial<Record<HttpErrorCode, string>>;

type DocumentedErrorCode = keyof typeof descriptions;

/** Messages that this server sends with the errors of an operation, by the names of their examples. */
export type ErrorMessages = Readonly<Partial<Record<DocumentedErrorCode, Examples<string>>>>;

/** Describes the errors of an operation, and the 401 of every operation, by status. */
export function describeErrors(messages: ErrorMessages): Readonly<Record<number, object>> {
  const all: ErrorMessages = { ...messages, unauthorized: { wrongKey: 'This API key is not valid.' } };
  const codes = Object.keys(all) as readonly DocumentedErrorCode[];
  return Object.fromEntries(codes.map((code) => [errorStatuses[code], describeError(code, all[code] ?? {})]));
}

function describeError(code: DocumentedErrorCode, messages: Examples<string>) {
  const status = errorStatuses[code];
  const bodies = Object.entries(messages).map(([name, message]) => [name, { code, message, status }] as const);
  const examples = describeExamples(Object.fromEntries(bodies));
  return {
    description: descriptions[code],
    ...(code === 'unauthorized' && {
      headers: {
        'WWW-Authenticate': { description: 'The challenge (RFC 6750, section 3).', schema: { type: 'string' } },
      },
    }),
    content: { 'application/json': { schema: referToSchema('Error'), examples } },
  };
}
