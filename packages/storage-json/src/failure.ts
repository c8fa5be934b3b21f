import { storageFailure, type StorageFailure } from '@petstore/core';

/** A failure of a disk or an adapter, whose message is a sentence about the pets' document. */
export class Failure extends Error {}

/** What a sentence says of a path that does not lead to a file. */
export const notRegular = 'is not a regular file, but a device, a named pipe or the like';

/**
 * Makes failures about one document: "The pet file /home/pets.json cannot be read (EIO: …)."
 *
 * @param subject the subject of the sentences: "The pet file /home/pets.json"
 */
export function failuresOf(subject: string) {
  const sentence = (what: string, cause?: unknown) => {
    const { message } = (cause ?? {}) as { readonly message?: unknown }; // perhaps an Error of another realm, as in Jest
    if (typeof message !== 'string') return `${subject} ${what}.`;
    return `${subject} ${what} (${message.replace(/[\p{Cc}\s]+/gu, ' ')}).`; // JSON.parse quotes lines of what it read
  };

  return {
    failure: (what: string, cause?: unknown) => new Failure(sentence(what, cause), { cause }),
    /** Does something; what it throws or rejects with becomes a Failure, unless it is one already. */
    attempt: async <T>(what: string, operation: () => T | Promise<T>): Promise<T> => {
      try {
        return await operation();
      } catch (cause) {
        throw cause instanceof Failure ? cause : new Failure(sentence(what, cause), { cause });
      }
    },
  };
}

export type Failures = ReturnType<typeof failuresOf>;

/** Converts what was thrown to what a caller of the storage gets. */
export function toStorageFailure(error: unknown): StorageFailure {
  return error instanceof Failure
    ? storageFailure(error.message, error.cause)
    : storageFailure('The storage cannot be used.', error);
}
