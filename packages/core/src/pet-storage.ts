/// <reference lib="esnext.disposable" preserve="true" />
import type { ResultAsync } from 'neverthrow';
import type { StorageFailure } from './errors.ts';
import type { ListPetsQuery } from './list-pets-query.ts';
import type { NewPet, Pet } from './pet.ts';
import type { AnyResultAsync } from './unwrap.ts';

/** Which pets a storage lists: a valid query, with its limit filled in. */
export interface StorageQuery extends ListPetsQuery {
  readonly limit: number;
}

/**
 * Where a pet store keeps its pets. The store validates every value before it passes it to a storage. `createFrozenPet` makes the
 * pets that a storage returns. A storage keeps these rules:
 *
 * - Ids are positive safe integers, unique, ascending in order of creation and never reused. Gaps are allowed.
 * - Every pet that it returns is frozen.
 * - A caller may change an object that it passed or received. That changes nothing that is stored.
 * - Every value that the store accepts comes back equal.
 * - No reader ever sees a pet whose creation failed.
 * - If a disk, a network or a database fails, the method returns a `StorageFailure`. It neither throws nor rejects.
 * - A method returns a ResultAsync, or a promise of a Result, of neverthrow 6.2 or later: not necessarily the copy of this package.
 *
 * `storageContract` of `petstore-kit/contract` checks these rules, except for restarts.
 */
export interface PetStorage {
  /**
   * Stores a pet under a new id. Resolves when the pet is as durable as this storage makes it, and every reader sees it. The
   * `outcome` of a failure may be `not_created` only if the pet is certainly not stored and never will be.
   */
  insert(newPet: NewPet): AnyResultAsync<Pet, StorageFailure>;

  /**
   * Finds a pet.
   *
   * @param id a positive safe integer
   * @returns the pet; `undefined` if no pet has this id
   */
  findById(id: number): AnyResultAsync<Pet | undefined, StorageFailure>;

  /**
   * Lists the first pets that match, by ascending id. The array is frozen, or the caller may change it. Return the same frozen array
   * again while the answer stays the same, if you can: HTTP then reuses its JSON.
   */
  list(query: StorageQuery): AnyResultAsync<readonly Pet[], StorageFailure>;

  /** Releases files and connections. Closing again does nothing. Every other call then returns a `StorageFailure`. */
  close(): AnyResultAsync<void, StorageFailure>;
}

/** A storage of this package: each method returns a ResultAsync. */
export interface OpenStorage extends PetStorage {
  insert(newPet: NewPet): ResultAsync<Pet, StorageFailure>;
  findById(id: number): ResultAsync<Pet | undefined, StorageFailure>;
  list(query: StorageQuery): ResultAsync<readonly Pet[], StorageFailure>;
  close(): ResultAsync<void, StorageFailure>;
}

/** The methods of a `PetStorage`. The compiler asks for a new one here. */
const methods: Readonly<Record<keyof PetStorage, true>> = { insert: true, findById: true, list: true, close: true };

/** Whether a value of any kind has the methods of a `PetStorage`. */
export function isPetStorage(value: unknown): value is PetStorage {
  const storage = value as Readonly<Record<string, unknown>> | null | undefined;
  return Object.keys(methods).every((method) => typeof storage?.[method] === 'function');
}
