import type { ResultAsync } from 'neverthrow';
import type { StorageFailure } from './errors.ts';
import type { NewPet, Pet, PetStatus } from './pet.ts';

/** What a storage is asked to list: always a limit, perhaps a status. */
export interface StorageQuery {
  /** The most pets to return: an integer from 1 to 100. */
  readonly limit: number;
  /** Only pets with this status; all pets where it is absent. */
  readonly status?: PetStatus | undefined;
}

/**
 * Where a pet store keeps its pets. A storage is given only values that the core has validated.
 *
 * Ids are positive safe integers, unique, ascending in order of creation and never reused; gaps are allowed. Every pet
 * that is handed out is frozen, and nothing that a caller does to an object it passed or received changes what is stored.
 * Every value that the core accepts comes back equal. A pet that failed to be stored is never seen by a reader.
 *
 * No method throws or rejects for a fault of the disk, the network or the database: each fault is a
 * {@link StorageFailure}. `@petstore/core/testing` holds this contract as runnable checks.
 */
export interface PetStorage {
  /**
   * Stores a pet under a new id. Resolves only when the pet is as safe as this storage makes it, and is visible to
   * every reader from then on.
   */
  insert(newPet: NewPet): ResultAsync<Pet, StorageFailure>;

  /**
   * Finds a pet.
   *
   * @param id a positive safe integer
   * @returns the pet, or `undefined` where no pet has this id
   */
  findById(id: number): ResultAsync<Pet | undefined, StorageFailure>;

  /** Gives the first pets that match, by ascending id, in an array that is frozen or the caller's own. */
  list(query: StorageQuery): ResultAsync<readonly Pet[], StorageFailure>;

  /** Lets go of whatever the storage holds. Closing again does nothing; after it every other call is an Err. */
  close(): ResultAsync<void, StorageFailure>;
}
