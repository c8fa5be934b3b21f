import { err, errAsync, ok, type ResultAsync } from 'neverthrow';
import { notFound, type InvalidRequest, type NotFound, type StorageFailure } from './errors.ts';
import { toInt64, type Int64 } from './int64.ts';
import { listPetsQuerySchema, type ListPetsQuery } from './list-pets-query.ts';
import type { PetStorage } from './pet-storage.ts';
import { newPetSchema, petStatuses, type NewPet, type Pet, type PetStatus } from './pet.ts';
import { validate } from './validate.ts';

/**
 * A store of pets: the operations of docs/interface.md, part 4, as functions. None of them throws or rejects for
 * anything that a caller passes, callers without types included.
 */
export interface PetStore {
  /**
   * Lists pets by ascending id (docs/interface.md, part 4.1).
   *
   * @returns at most `limit` pets (20 where it is absent), all of the given status where one is given;
   *   InvalidRequest for a limit that is no integer from 1 to 100 or an unknown status
   */
  listPets(query?: ListPetsQuery): ResultAsync<readonly Pet[], InvalidRequest | StorageFailure>;

  /**
   * Adds a pet (docs/interface.md, part 4.2).
   *
   * @returns the pet with its assigned id; InvalidRequest for a missing or invalid field, or one `id` too many
   */
  createPet(newPet: NewPet): ResultAsync<Pet, InvalidRequest | StorageFailure>;

  /**
   * Retrieves one pet (docs/interface.md, part 4.3).
   *
   * @returns the pet; NotFound where no pet has this id, or where it is no id at all
   * @deprecated The interface removes it on 5 December 2030. Use {@link PetStore.listPets} with a status.
   */
  getPet(petId: Int64): ResultAsync<Pet, NotFound | StorageFailure>;
}

/** What a pet store is made of. */
export interface PetStoreOptions {
  /** Where the pets are kept. Closing it remains the caller's part. */
  readonly storage: PetStorage;
  /** The status of a pet that is created without one; by default it has none. */
  readonly defaultStatus?: PetStatus | undefined;
}

const storageMethods = ['insert', 'findById', 'list', 'close'] as const satisfies readonly (keyof PetStorage)[];

/**
 * Makes a pet store over a storage.
 *
 * @throws TypeError for an option that is missing or wrong, naming it
 */
export function createPetStore({ storage, defaultStatus }: PetStoreOptions): PetStore {
  if (storageMethods.some((method) => typeof (storage as PetStorage | undefined)?.[method] !== 'function')) {
    throw new TypeError('storage must be a PetStorage, such as createMemoryStorage() gives.');
  }
  if (defaultStatus !== undefined && !petStatuses.includes(defaultStatus)) {
    throw new TypeError(`defaultStatus must be one of ${petStatuses.join(', ')}, or absent.`);
  }

  return {
    listPets(query = {}) {
      return validate(listPetsQuerySchema, query, 'The query').asyncAndThen((valid) => storage.list(valid));
    },

    createPet(newPet) {
      return validate(newPetSchema, newPet, 'The pet').asyncAndThen(({ name, categoryId, status = defaultStatus }) =>
        storage.insert(status === undefined ? { name, categoryId } : { name, categoryId, status }),
      );
    },

    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is here that the operation is made
    getPet(petId) {
      const id = toInt64(petId);
      if (id === undefined) return errAsync(notFound('No pet has this id: an id is a positive integer.'));
      if (typeof id === 'bigint' || id < 1) return errAsync(missing(id));
      return storage.findById(id).andThen((pet) => (pet === undefined ? err(missing(id)) : ok(pet)));
    },
  };
}

function missing(id: Int64): NotFound {
  return notFound(`No pet has the id ${id}.`);
}
