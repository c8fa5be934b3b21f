import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { unauthorized, type Unauthorized } from './errors.ts';
import type { PetStore } from './pet-store.ts';

/**
 * The keys that open a store: a list of them, or a function that says whether a key is valid. Nothing but `true` opens it.
 * What the function throws or rejects with is a defect of its own: `authenticate` rejects with it.
 */
export type ApiKeys = readonly string[] | ((key: string) => boolean | Promise<boolean>);

/** A store behind an API key: whoever has no valid key holds no {@link PetStore}. */
export interface ApiKeyGate {
  /**
   * Hands out the store for a valid key.
   *
   * @param key the key as the client gave it; `undefined` where it gave none
   * @returns the store; Unauthorized for a missing or invalid key
   */
  authenticate(key: string | undefined): ResultAsync<PetStore, Unauthorized>;
}

const operations = ['listPets', 'createPet', 'getPet'] as const satisfies readonly (keyof PetStore)[];

/**
 * Puts a store behind API keys (docs/interface.md, part 5). A list of keys is compared in a time that does not depend
 * on where a key differs from them.
 *
 * @throws TypeError for an empty list, or a key that an Authorization header cannot carry: it must be visible ASCII
 *   without spaces
 */
export function requireApiKey(store: PetStore, keys: ApiKeys): ApiKeyGate {
  if (operations.some((operation) => typeof (store as PetStore | undefined)?.[operation] !== 'function')) {
    throw new TypeError('store must be a PetStore, such as createPetStore(…) gives.');
  }
  const granted = okAsync<PetStore, Unauthorized>(store);
  const missing = errAsync<PetStore, Unauthorized>(unauthorized(missingMessage));
  const invalid = errAsync<PetStore, Unauthorized>(unauthorized('This API key is not valid.'));
  const verify = typeof keys === 'function' ? asking(keys) : among(keys);

  return {
    authenticate(key) {
      if (typeof key !== 'string' || key === '') return missing;
      const valid = verify(key);
      if (typeof valid === 'boolean') return valid ? granted : invalid; // no more promises than it takes
      return ResultAsync.fromSafePromise(valid).andThen((settled) => (settled ? granted : invalid));
    },
  };
}

const missingMessage = 'An API key is required: send the header "Authorization: Bearer <API_KEY>".';

/** Asks a function for each key. One without types may give anything, hence the strict comparison. */
function asking(isValid: (key: string) => unknown): (key: string) => Promise<boolean> {
  return async (key) => (await isValid(key)) === true;
}

/** Whether an Authorization header can carry a text as a bearer key: visible ASCII characters without spaces, at least one. */
export function isApiKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

function among(keys: readonly string[]): (key: string) => boolean {
  if (!Array.isArray(keys) || keys.length === 0)
    throw new TypeError('keys must hold at least one API key, or be a function.');
  const known = Array.from(keys, (key: unknown) => {
    if (!isApiKey(key)) {
      throw new TypeError('keys: an API key must be a non-empty string of visible ASCII characters without spaces.');
    }
    return key;
  });
  return (key) => {
    let found = false;
    for (const candidate of known) found = equalsInConstantTime(key, candidate) || found;
    return found;
  };
}

/** Compares in a time that depends on the length of what was given alone. */
function equalsInConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < given.length; i++) {
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length);
  }
  return difference === 0;
}
