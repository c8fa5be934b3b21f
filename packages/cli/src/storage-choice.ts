import {
  err,
  errAsync,
  ok,
  storageFailure,
  type Pet,
  type PetStorage,
  type Result,
  ResultAsync,
  type StorageFailure,
} from '@petstore/core';

/** Where a server keeps its pets. */
export type StorageChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'json'; readonly path: string; readonly lock: boolean }
  | { readonly kind: 'postgres'; readonly connectionString: string };

/**
 * Reads the choice of a storage.
 *
 * @param source the option or variable. The message names it and never shows the text, which may contain a password
 * @param lock whether to lock a file
 */
export function parseStorageChoice(source: string, text: string, lock: boolean): Result<StorageChoice, string> {
  if (text === 'memory') return ok({ kind: 'memory' });
  if (/^postgres(?:ql)?:\/\//.test(text)) return ok({ kind: 'postgres', connectionString: text });
  if (/\.json$/i.test(text)) return ok({ kind: 'json', path: text, lock });
  return err(`${source} must be memory, a file whose name ends in .json, or a postgres:// address.`);
}

/**
 * Opens the chosen storage. Only its package is loaded.
 *
 * @param warn prints a line on stderr
 * @param seed valid pets for an empty file or memory, which stores all of them or none
 */
export function openStorage(
  choice: StorageChoice,
  warn: (line: string) => void,
  seed: readonly Pet[] = [],
): ResultAsync<PetStorage, StorageFailure> {
  switch (choice.kind) {
    case 'memory':
      return ResultAsync.fromSafePromise(import('@petstore/storage-memory')).map(({ createMemoryStorage }) =>
        createMemoryStorage({ pets: seed }),
      );
    case 'json':
      return ResultAsync.fromSafePromise(import('@petstore/storage-json/internal')).andThen(
        ({ describeTornEnd, openSeededJsonStorage }) =>
          openSeededJsonStorage(choice.path, seed, {
            lock: choice.lock,
            onTornEnd: (tornEnd) => {
              warn(`petstore: ${describeTornEnd(choice.path, tornEnd)}`);
            },
          }),
      );
    case 'postgres':
      return ResultAsync.fromSafePromise(import('@petstore/storage-postgres')).andThen(({ openPostgresStorage }) =>
        errIfThrown(() => openPostgresStorage({ connectionString: choice.connectionString })),
      );
    default:
      return choice satisfies never;
  }
}

/** On the command line, a bad address is a start-up failure, not a programming error. */
function errIfThrown(open: () => ResultAsync<PetStorage, StorageFailure>): ResultAsync<PetStorage, StorageFailure> {
  try {
    return open();
  } catch (error) {
    return errAsync(storageFailure((error as TypeError).message, error));
  }
}

/** Says where the pets of an open storage are, without a password. */
export async function describeStorage(choice: StorageChoice): Promise<string> {
  switch (choice.kind) {
    case 'memory':
      return 'memory: the pets are gone when the server stops';
    case 'json':
      return choice.path;
    case 'postgres':
      return (await import('@petstore/storage-postgres/internal')).describeServer(choice.connectionString);
    default:
      return choice satisfies never;
  }
}
