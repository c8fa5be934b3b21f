import { storageFailure, type Pet, type StorageFailure } from '@petstore/core';
import type { Adapter } from 'lowdb';
import type { ResultAsync } from 'neverthrow';
import type { PetFile } from './pet-file.ts';

/** The document that lowdb holds: every pet of the file, by ascending id. */
export interface PetDocument {
  readonly pets: Pet[];
}

/**
 * A lowdb adapter that writes by appending: of a document it writes the pets at its end that are not in the file yet. After
 * a write that fails the file is as it was; the document is the caller's to put back.
 */
export function createAppendAdapter(file: PetFile): Adapter<PetDocument> {
  let inFile = 0;

  return {
    async read() {
      const pets = await unwrap(file.read());
      inFile = pets.length;
      return { pets: [...pets] };
    },
    async write({ pets }) {
      if (pets.length === inFile) return;
      await unwrap(file.append(pets.slice(inFile)));
      inFile = pets.length;
    },
  };
}

/** How a failure passes through lowdb, which knows rejections alone. */
class RejectedFailure extends Error {
  constructor(readonly failure: StorageFailure) {
    super(failure.message);
  }
}

/** Gives the failure that a call of lowdb rejected with. */
export function failureOfRejection(rejection: unknown): StorageFailure {
  if (rejection instanceof RejectedFailure) return rejection.failure;
  return storageFailure('The pet file cannot be used.', rejection);
}

async function unwrap<T>(result: ResultAsync<T, StorageFailure>): Promise<T> {
  const settled = await result;
  if (settled.isErr()) throw new RejectedFailure(settled.error);
  return settled.value;
}
