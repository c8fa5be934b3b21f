import { err, ok, type PetStore, type Result } from '@petstore/core';
import * as z from 'zod/mini';
import { apiKeyRule, isApiKey } from '../keys/api-key.ts';
import { createErrorResponse, type ResponseDraft } from '../response.ts';

/** The valid API keys: a list, or a function that decides about each key. */
export type ApiKeys = readonly string[] | ((key: string) => boolean | Promise<boolean>);

export const apiKeysSchema = z.custom<ApiKeys>(isApiKeys, {
  error: ({ input }) =>
    Array.isArray(input) && input.length > 0
      ? `must hold API keys alone: strings of ${apiKeyRule}`
      : 'must be a list of at least one API key, or a function',
});

function isApiKeys(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return Array.isArray(value) && value.length > 0 && Array.from(value).every(isApiKey);
}

const realm = 'Bearer realm="petstore"';

const keyHeader = 'the header "Authorization: Bearer <API_KEY>".';
const noKeyResponses = {
  header: createUnauthorizedResponse(`An API key is required: send ${keyHeader}`),
  scheme: createUnauthorizedResponse(
    `An API key is required: the Authorization header does not begin with "Bearer ". Send ${keyHeader}`,
  ),
  key: createUnauthorizedResponse(
    `An API key is required: nothing follows "Bearer" in the Authorization header. Send ${keyHeader}`,
  ),
};
const invalidChallenge = `${realm}, error="invalid_token"`;
const invalidKey = createUnauthorizedResponse('This API key is not valid.', invalidChallenge);
/** 401 and not 400: a malformed key is an invalid one (RFC 6750, section 3.1, `invalid_token`). */
const malformedKey = createUnauthorizedResponse(
  'This API key is not valid: it must follow "Bearer" and a space, consist of visible ASCII characters without spaces, and ' +
    'come in one Authorization header.',
  invalidChallenge,
);

/** Makes the response to a request without a valid key, with its challenge (RFC 6750, section 3). */
function createUnauthorizedResponse(message: string, challenge = realm): ResponseDraft {
  return createErrorResponse('unauthorized', message, { 'WWW-Authenticate': challenge });
}

/**
 * Makes the function that returns the store for an Authorization header with a valid key, else the response. Without it, no
 * operation has a store.
 */
export function createAuthenticator(store: PetStore, apiKeys: ApiKeys) {
  const isValid = typeof apiKeys === 'function' ? apiKeys : createKeyMatcher(apiKeys);
  return async (authorization: string | undefined): Promise<Result<PetStore, ResponseDraft>> => {
    const key = parseBearerKey(authorization);
    if (key === undefined) return err(chooseResponseWithoutKey(authorization));
    const valid: unknown = await isValid(key); // without types, a caller's function may return anything
    return valid === true ? ok(store) : err(invalidKey);
  };
}

/** Chooses the response to an Authorization header without a key, or with a malformed one. No response shows the header. */
function chooseResponseWithoutKey(authorization = ''): ResponseDraft {
  if (authorization === '') return noKeyResponses.header;
  const [scheme, rest] = /^bearer(\s.*)?$/is.exec(authorization) ?? [];
  if (scheme === undefined) return noKeyResponses.scheme;
  return rest === undefined || rest.trim() === '' ? noKeyResponses.key : malformedKey;
}

/**
 * Takes the key out of an Authorization header (RFC 6750, section 2.1). The case of the scheme does not matter (RFC 9110,
 * section 11.1).
 *
 * @returns `undefined` if there is no well-formed key, as in two headers that were joined by ", "
 */
export function parseBearerKey(authorization: string | undefined): string | undefined {
  return authorization?.match(/^bearer +([\x21-\x7e]+)$/i)?.[1];
}

/** Makes a function that compares a key with each of a list. Its time does not depend on where they differ. It copies the list. */
export function createKeyMatcher(apiKeys: readonly string[]): (key: string) => boolean {
  const known = [...apiKeys];
  return (key) => {
    let found = false;
    for (const candidate of known) found = equalsInConstantTime(key, candidate) || found;
    return found;
  };
}

/** Compares two texts in a time that depends on the length of the given one only. */
function equalsInConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < given.length; i++) {
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length);
  }
  return difference === 0;
}
