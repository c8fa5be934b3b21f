/// <reference lib="esnext.disposable" preserve="true" />
import type { ResultAsync } from 'neverthrow';
import type { StorageFailure } from './errors.ts';
import type { ListPetsQuery } from './list-pets-query.ts';
import type { NewPet, Pet } from './pet.ts';

/** Which pets a storage lists: a valid query, with its limit filled in. */
export interface StorageQuery extends ListPetsQuery {
  readonly limit: number;
}

/**
 * Where a pet store keeps its pets. The core validates every value before it passes it to a storage.
 *
 * Ids are positive safe integers, unique, ascending in order of creation and never reused; gaps are allowed. Every pet
 * that a storage returns is frozen. If a caller changes an object that it passed or received, nothing that is stored
 * changes. Every value that the core accepts comes back equal. A pet that failed to be stored is never seen by a reader.
 *
 * No method throws or rejects because a disk, a network or a database failed: it returns a {@link StorageFailure}.
 * The checks of `petstore-kit/contract` cover this, except for failing disks and restarts.
 */
export interface PetStorage {
  /**
   * Stores a pet under a new id. Resolves when the pet is as durable as this storage makes it and visible to every reader.
   * The `outcome` of its failure is `not_stored` only if the pet is certainly not stored and never will be.
   */
  insert(newPet: NewPet): ResultAsync<Pet, StorageFailure>;

  /**
   * Finds a pet.
   *
   * @param id a positive safe integer
   * @returns the pet; `undefined` if no pet has this id
   */
  findById(id: number): ResultAsync<Pet | undefined, StorageFailure>;

  /**
   * Lists the first pets that match, by ascending id, in an array that is frozen or belongs to the caller. A storage may return a
   * frozen array again as long as it is right: over HTTP, the JSON of such an array is written once.
   */
  list(query: StorageQuery): ResultAsync<readonly Pet[], StorageFailure>;

  /** Releases files and connections. Closing again does nothing. Afterwards, every other call is an Err. */
  close(): ResultAsync<void, StorageFailure>;
}
