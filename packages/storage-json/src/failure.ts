import { storageFailure, type Outcome, type StorageFailure } from '@petstore/core';

/** A failure of a disk. It is thrown inside this package; `toStorageFailure` converts it at the door. */
export class Failure extends Error {
  private readonly what: string;
  /** What is known about the pets of a creation. */
  readonly outcome: Outcome;

  /** @param what the rest of a sentence about the file: "cannot be read" */
  constructor(what: string, cause?: unknown, outcome: Outcome = 'unknown') {
    const { message } = (cause ?? {}) as { readonly message?: unknown };
    // On one line: JSON.parse quotes several lines of the text.
    const reason = typeof message === 'string' ? ` (${message.replace(/[\p{Cc}\s]+/gu, ' ')})` : '';
    super(`${what}${reason}.`, { cause });
    this.what = what;
    this.outcome = outcome;
  }

  withOutcome(outcome: Outcome): Failure {
    return new Failure(this.what, this.cause, outcome);
  }
}

/** Runs an operation. What it throws becomes a Failure, unless it is one already. */
export async function attempt<T>(what: string, operation: () => T | Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (cause) {
    throw cause instanceof Failure ? cause : new Failure(what, cause);
  }
}

/** Makes the function that converts what was thrown to what the caller gets: "The pet file /home/pets.json cannot …" */
export function toStorageFailure(subject: string): (error: unknown) => StorageFailure {
  return (error) => {
    if (error instanceof Failure) return storageFailure(`${subject} ${error.message}`, error.cause, error.outcome);
    return storageFailure('The storage cannot be used.', error);
  };
}

export const notRegularMessage = 'is not a regular file, but a device, a named pipe or the like';

/** Limits the size of a file, because reading needs the whole text in one string. */
export function expectSize(size: number | bigint): void {
  if (size > 500_000_000) throw new Failure('is larger than 500 MB, or would be');
}

/** Says what to do if no file can be created beside the pet file, or replace it. */
export function adviseOnFolder(cause: unknown): string {
  const { code } = cause as { readonly code?: unknown };
  return advices[String(code)] ?? 'remove the cause';
}

const advices: Partial<Record<string, string>> = {
  EACCES: 'let this user write to its folder',
  EBUSY: 'mount its folder and not the file alone',
  EDQUOT: 'make room',
  ENAMETOOLONG: 'give it a shorter name',
  ENOSPC: 'make room',
  EPERM: 'let this user replace the files of its folder',
  EROFS: 'mount its folder for writing',
};
