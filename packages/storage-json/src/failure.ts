import { storageFailure, type StorageFailure } from '@petstore/core';

/** A failure of a disk or an adapter, whose message is a sentence about the pets' document. */
export class Failure extends Error {
  /** What is known of the pets that were to be stored. */
  readonly outcome: StorageFailure['outcome'];

  constructor(message: string, cause: unknown, outcome?: StorageFailure['outcome']) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** What a sentence says of a path that does not lead to a file. */
export const notRegular = 'is not a regular file, but a device, a named pipe or the like';

/** Says what to do if no file can be created beside another one, or take its place. */
export function cureFor(cause: unknown): string {
  const { code } = cause as { readonly code?: unknown };
  return cures[String(code)] ?? 'mend that';
}

const cures: Partial<Record<string, string>> = {
  EACCES: 'let this user write to its folder',
  EBUSY: 'mount its folder and not the file alone',
  EDQUOT: 'make room',
  EEXIST: 'remove the temporary file that a crash left',
  ENAMETOOLONG: 'give it a shorter name',
  ENOSPC: 'make room',
  EPERM: 'let this user replace the files of its folder',
  EROFS: 'mount its folder for writing',
};

/** Says how to serve the pets of a file that cannot be changed. */
export function serveFromMemory(path: string): string {
  return `serve its pets from memory: petstore-kit --storage memory --seed "${path}"`;
}

/**
 * Makes failures about one document: "The pet file /home/pets.json cannot be read (EIO: …)."
 *
 * @param subject the subject of the sentences: "The pet file /home/pets.json"
 */
export function failuresOf(subject: string) {
  function failure(what: string, cause?: unknown, outcome?: StorageFailure['outcome']): Failure {
    const { message } = (cause ?? {}) as { readonly message?: unknown }; // perhaps an Error of another realm, as in Jest
    // JSON.parse quotes lines of what it read.
    const reason = typeof message === 'string' ? ` (${message.replace(/[\p{Cc}\s]+/gu, ' ')})` : '';
    return new Failure(`${subject} ${what}${reason}.`, cause, outcome);
  }

  /** Does something; what it throws or rejects with becomes a Failure, unless it is one already. */
  async function attempt<T>(what: string, operation: () => T | Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (cause) {
      throw cause instanceof Failure ? cause : failure(what, cause);
    }
  }

  return { failure, attempt };
}

export type Failures = ReturnType<typeof failuresOf>;

/** Converts what was thrown to what a caller of the storage gets. */
export function toStorageFailure(error: unknown): StorageFailure {
  if (error instanceof Failure) return storageFailure(error.message, error.cause, error.outcome);
  return storageFailure('The storage cannot be used.', error);
}
