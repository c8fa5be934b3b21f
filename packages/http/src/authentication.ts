import { err, ok, type PetStore, type Result } from '@petstore/core';
import * as z from 'zod';
import { errorReply, type ReplyDraft } from './reply.ts';
import { isApiKey } from './api-key.ts';

/**
 * The valid API keys: a list of strings of 1 to 4,096 visible ASCII characters, or a function that decides about each key. Only
 * `true` is accepted. If the function throws or rejects, the request is answered with 500.
 */
export type ApiKeys = readonly string[] | ((key: string) => boolean | Promise<boolean>);

/** The schema of {@link ApiKeys}. */
export const apiKeysSchema = z.custom<ApiKeys>(isApiKeys, {
  error: ({ input }) =>
    Array.isArray(input) && input.length > 0
      ? 'must hold API keys alone: strings of 1 to 4,096 visible ASCII characters without spaces'
      : 'must be a list of at least one API key, or a function',
});

function isApiKeys(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return Array.isArray(value) && value.length > 0 && Array.from(value).every(isApiKey);
}

/** Takes the value of an Authorization header. Returns the store if it holds a valid key, else the reply. */
export type Authenticator = (authorization: string | undefined) => Promise<Result<PetStore, ReplyDraft>>;

const realm = 'Bearer realm="petstore"';

const send = 'the header "Authorization: Bearer <API_KEY>".';
const missing = {
  header: unauthorized(`An API key is required: send ${send}`, realm),
  scheme: unauthorized(
    `An API key is required: the Authorization header does not begin with "Bearer ". Send ${send}`,
    realm,
  ),
  key: unauthorized(
    `An API key is required: nothing follows "Bearer" in the Authorization header. Send ${send}`,
    realm,
  ),
};
const invalidChallenge = `${realm}, error="invalid_token"`;
const invalidKey = unauthorized('This API key is not valid.', invalidChallenge);
const impossibleKey = unauthorized(
  'This API key is not valid: it must follow "Bearer" and a space, consist of visible ASCII characters without spaces, and ' +
    'come in one Authorization header.',
  invalidChallenge,
);

/** Makes the reply to a request without a valid key, with its challenge (RFC 6750, section 3). */
function unauthorized(message: string, challenge: string): ReplyDraft {
  return errorReply('unauthorized', message, { 'WWW-Authenticate': challenge });
}

/**
 * Puts a store behind API keys. The handler takes the store of an operation from the authenticator alone, so none reaches it without
 * a valid key.
 */
export function createAuthenticator(store: PetStore, apiKeys: ApiKeys): Authenticator {
  const isValid = typeof apiKeys === 'function' ? apiKeys : createKeyMatcher(apiKeys);
  return async (authorization) => {
    const key = bearerKey(authorization);
    if (key === undefined) return err(refusalOf(authorization));
    const valid: unknown = await isValid(key); // a caller without types may return anything
    return valid === true ? ok(store) : err(invalidKey);
  };
}

/** Makes the reply to an Authorization header that has no key, or one that no store can have. It never shows the header. */
function refusalOf(authorization = ''): ReplyDraft {
  if (authorization === '') return missing.header;
  const [scheme, rest] = /^bearer(\s.*)?$/is.exec(authorization) ?? [];
  if (scheme === undefined) return missing.scheme;
  return rest === undefined || rest.trim() === '' ? missing.key : impossibleKey;
}

/**
 * Takes the key out of an Authorization header (RFC 6750, section 2.1). The case of the scheme does not matter (RFC 9110,
 * section 11.1). Two headers, which are joined by a comma and a space, hold no key.
 */
export function bearerKey(authorization: string | undefined): string | undefined {
  return authorization?.match(/^bearer +([\x21-\x7e]+)$/i)?.[1];
}

/**
 * Makes a function that compares a key with each of a list, in a time that does not depend on where it differs from them. What becomes of
 * the list afterwards does not matter.
 */
export function createKeyMatcher(apiKeys: readonly string[]): (key: string) => boolean {
  const known = [...apiKeys];
  return (key) => {
    let found = false;
    for (const candidate of known) found = equalsInConstantTime(key, candidate) || found;
    return found;
  };
}

/** Compares in a time that depends only on the length of the given key. */
function equalsInConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < given.length; i++) {
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length);
  }
  return difference === 0;
}
