import { err, ok, ResultAsync, type Result } from 'neverthrow';
import * as z from 'zod/mini';
import {
  invalidRequest,
  notFound,
  storageFailure,
  type InvalidRequest,
  type NotFound,
  type StorageFailure,
} from './errors.ts';
import { strictObject } from './field-schemas.ts';
import { toInt64, type Int64 } from './int64.ts';
import { listPetsQuerySchema, type ListPetsQuery } from './list-pets-query.ts';
import { parseOptions } from './parse-options.ts';
import { isPetStorage, type PetStorage } from './pet-storage.ts';
import { newPetSchema, petStatusSchema, type EachField, type NewPet, type Pet } from './pet.ts';
import type { PetStatus } from './pet-status.ts';
import { isPromise, isResult, type AnyResultAsync } from './unwrap.ts';

/**
 * A store of pets: the operations of docs/interface.md, part 4, as functions. None of them throws or rejects, whatever a caller
 * without types passes.
 *
 * @typeParam TransportError further errors, such as those of HTTP; none in process
 */
export interface PetStore<TransportError = never> {
  /**
   * Lists pets by ascending id (docs/interface.md, part 4.1).
   *
   * @returns at most `limit` pets (20 by default), and only those of the status if the query has one. InvalidRequest if the limit is
   *   not an integer from 1 to 100, or if the status or a field of the query is unknown
   */
  listPets(query?: ListPetsQuery): ResultAsync<readonly Pet[], InvalidRequest | StorageFailure | TransportError>;

  /**
   * Adds a pet (docs/interface.md, part 4.2).
   *
   * @returns the pet with its assigned id; InvalidRequest if a field is missing or invalid, or if it has an `id`
   */
  createPet(newPet: NewPet): ResultAsync<Pet, InvalidRequest | StorageFailure | TransportError>;

  /**
   * Retrieves one pet (docs/interface.md, part 4.3).
   *
   * @returns the pet; NotFound if no pet has this id, or if the id is malformed
   * @deprecated The interface removes it on 5 December 2030. Use `listPets` with a status.
   */
  getPet(petId: Int64): ResultAsync<Pet, NotFound | StorageFailure | TransportError>;
}

/** Options of `createPetStore`. */
export interface PetStoreOptions {
  /** Where the pets are kept. The caller closes it. Without one, `petstore-kit` keeps them in memory. */
  readonly storage?: PetStorage | undefined;
  /** The status that a pet gets if it is created without one; none by default. */
  readonly defaultStatus?: PetStatus | undefined;
}

export const petStoreOptionsSchema = strictObject({
  storage: z.custom<PetStorage>(isPetStorage, {
    error: ({ input }) =>
      isResult(input) || isPromise(input)
        ? 'is the Result of opening a storage: pass await unwrap(openJsonStorage(…)), for example'
        : 'must be a PetStorage, such as createMemoryStorage() returns',
  }),
  defaultStatus: z.optional(petStatusSchema),
});

/** Makes a pet store that keeps its pets in a storage. Throws a TypeError that names a missing, wrong or unknown option. */
export function createPetStore(options: PetStoreOptions & { readonly storage: PetStorage }): PetStore {
  const { storage, defaultStatus } = parseOptions(petStoreOptionsSchema, options);

  return {
    listPets(query = {}) {
      return validate(listPetsQuerySchema, query, 'The query').asyncAndThen((valid) =>
        callStorage(() => storage.list(valid)),
      );
    },

    createPet(newPet) {
      return validate(newPetSchema, newPet, 'The pet').asyncAndThen((valid) => {
        const { name, categoryId, status = defaultStatus } = valid;
        if (status === undefined) return callStorage(() => storage.insert({ name, categoryId }));
        const fields = { name, categoryId, status } satisfies EachField<Omit<Pet, 'id'>>;
        return callStorage(() => storage.insert(fields));
      });
    },

    // eslint-disable-next-line @typescript-eslint/no-deprecated -- implements the deprecated operation
    getPet(petId) {
      return validatePetId(petId).asyncAndThen((id) =>
        callStorage(() => storage.findById(id)).andThen((pet) => (pet === undefined ? err(petNotFound(id)) : ok(pet))),
      );
    },
  };
}

/** Returns the id of a pet; NotFound for anything but a positive safe integer, because no pet can have it. */
export function validatePetId(petId: unknown): Result<number, NotFound> {
  const id = toInt64(petId);
  if (id === undefined) return err(notFound('No pet has this id: an id is a positive integer.'));
  return typeof id === 'bigint' || id < 1 ? err(petNotFound(id)) : ok(id);
}

function petNotFound(id: Int64): NotFound {
  return notFound(`No pet has the id ${id}.`);
}

/** Validates a value of any kind, even one whose getters throw. The message begins with the subject, such as "The pet". */
export function validate<T>(schema: z.core.$ZodType<T>, value: unknown, subject: string): Result<T, InvalidRequest> {
  const outcome = schema['~standard'].validate(value); // not safeParse, which makes an Error (measured: bench/README.md)
  if ('then' in outcome) {
    outcome.catch(() => undefined); // after a throw, zod tries again asynchronously
    return err(invalidRequest(`${subject} cannot be read: reading one of its fields failed.`));
  }
  const { issues } = outcome;
  return issues === undefined
    ? ok(outcome.value)
    : err(invalidRequest(`${subject} is not valid: ${issues.map(describeIssue).join('; ')}.`));
}

function describeIssue({ path = [], message }: { path?: readonly unknown[] | undefined; message: string }): string {
  return path.length === 0 ? `it ${message}` : `${path.join('.')} ${message}`;
}

/** Calls a storage. If the storage throws, rejects or returns no Result, that becomes a StorageFailure. */
export function callStorage<T>(call: () => AnyResultAsync<T, StorageFailure>): ResultAsync<T, StorageFailure> {
  return new ResultAsync(settle(call));
}

async function settle<T>(call: () => AnyResultAsync<T, StorageFailure>): Promise<Result<T, StorageFailure>> {
  try {
    const result = await call();
    if (!isResult(result)) return createContractFailure(result);
    return 'error' in result ? err(result.error) : ok(result.value); // of our copy of neverthrow
  } catch (cause) {
    return createContractFailure(cause);
  }
}

function createContractFailure(cause: unknown): Result<never, StorageFailure> {
  return err(
    storageFailure('The storage did not return a Result: it threw, rejected or returned something else.', cause),
  );
}
