import { describeExamples, type Examples } from './examples.ts';
import { errorStatuses, type HttpErrorCode } from '../http-error.ts';

/**
 * The errors of operations: the cause of each, what to do about it, and messages that this server sends, by the names of their
 * examples. The document does not name the errors that any request may get (408, 431, 500, …).
 */
const documentedErrors = {
  invalid_request: {
    description:
      'A parameter or the body is not valid. The message says what is wrong: correct it before you send the request again.',
    messages: {
      limitTooGreat: 'The query is not valid: limit must be one integer from 1 to 100.',
      categoryIdTooGreat: 'The pet is not valid: categoryId must be an integer from -2^63 to 2^63-1.',
    },
  },
  unauthorized: {
    description:
      'The API key is missing or not valid. Send a valid one as the bearer token of the `Authorization` header.',
    messages: { wrongKey: 'This API key is not valid.' },
  },
  not_found: {
    description: 'No animal has this id. Ask for an id that a list or a creation has returned.',
    messages: { unknownId: 'No pet has the id 1000000.' },
  },
  payload_too_large: {
    description: 'The body is longer than the limit of the server, which the message names. Send a shorter one.',
    messages: { bodyTooLong: 'The body is longer than the limit of 65536 bytes.' },
  },
  unsupported_media_type: {
    description:
      'The content type is not JSON in UTF-8, or the body is encoded. Send `Content-Type: application/json`, and no `Content-Encoding`.',
    messages: { noContentType: 'The body has no Content-Type: send one header "Content-Type: application/json".' },
  },
  storage_failure: {
    description:
      'The store failed to read or to write its animals. Send a GET again later. After a POST, the message says whether the animal was stored, or whether that is unknown.',
    messages: { storageFailure: 'The store failed to serve this request. Try again later.' },
  },
} as const satisfies Partial<
  Record<HttpErrorCode, { readonly description: string; readonly messages: Examples<string> }>
>;

/** The `code` of an error in the document. */
export type DocumentedErrorCode = keyof typeof documentedErrors;

const codes = Object.keys(documentedErrors) as readonly DocumentedErrorCode[];

/** Makes the responses of all errors, by their names in `components`. */
export function describeErrorResponses(schema: object): Readonly<Record<string, object>> {
  return Object.fromEntries(codes.map((code) => [nameResponse(code), describeError(code, schema)]));
}

/** Refers to the errors of one operation by status, in ascending order. */
export function referToErrors(own: readonly DocumentedErrorCode[]): Readonly<Record<number, object>> {
  const all = codes.filter((code) => code === 'unauthorized' || code === 'storage_failure' || own.includes(code));
  return Object.fromEntries(
    all.map((code) => [errorStatuses[code], { $ref: `#/components/responses/${nameResponse(code)}` }]),
  );
}

function describeError(code: DocumentedErrorCode, schema: object) {
  const { description, messages } = documentedErrors[code];
  const status = errorStatuses[code];
  const bodies = Object.entries(messages).map(([name, message]) => [name, { code, message, status }] as const);
  return {
    description,
    ...(code === 'unauthorized' && {
      headers: {
        'WWW-Authenticate': { description: 'The challenge (RFC 6750, section 3).', schema: { type: 'string' } },
      },
    }),
    content: { 'application/json': { schema, examples: describeExamples(Object.fromEntries(bodies)) } },
  };
}

/** Makes a name that is also a good name of a type: `InvalidRequest`. */
function nameResponse(code: DocumentedErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
