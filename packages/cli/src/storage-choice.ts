import {
  err,
  errAsync,
  ok,
  storageFailure,
  type PetStorage,
  type Result,
  ResultAsync,
  type StorageFailure,
} from '@petstore/core';

/** Where a server keeps its pets. */
export type StorageChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'json'; readonly path: string }
  | { readonly kind: 'postgres'; readonly connectionString: string };

/**
 * Reads the choice of a storage.
 *
 * @param source where it was given, for the sentence that refuses it; what was given may hold a password, and is not shown
 */
export function parseStorageChoice(source: string, text: string): Result<StorageChoice, string> {
  if (text === 'memory') return ok({ kind: 'memory' });
  if (/^postgres(?:ql)?:\/\//.test(text)) return ok({ kind: 'postgres', connectionString: text });
  if (/\.json$/i.test(text)) return ok({ kind: 'json', path: text });
  return err(`${source} must be memory, a file whose name ends in .json, or a postgres:// address.`);
}

/** Opens the storage of a choice; the package of each is loaded only when it is chosen. */
export function openStorage(choice: StorageChoice): ResultAsync<PetStorage, StorageFailure> {
  switch (choice.kind) {
    case 'memory':
      return ResultAsync.fromSafePromise(import('@petstore/storage-memory')).map(({ createMemoryStorage }) =>
        createMemoryStorage(),
      );
    case 'json':
      return ResultAsync.fromSafePromise(import('@petstore/storage-json')).andThen(({ openJsonStorage }) =>
        openJsonStorage(choice.path),
      );
    case 'postgres':
      return ResultAsync.fromSafePromise(import('@petstore/storage-postgres')).andThen(({ openPostgresStorage }) =>
        refusingByErr(() => openPostgresStorage({ connectionString: choice.connectionString })),
      );
    default:
      return choice satisfies never;
  }
}

/** What is a wrong option to a function is, of a command line, one more reason not to start. */
function refusingByErr(open: () => ResultAsync<PetStorage, StorageFailure>): ResultAsync<PetStorage, StorageFailure> {
  try {
    return open();
  } catch (error) {
    return errAsync(storageFailure((error as TypeError).message, error));
  }
}

/** Tells people where the pets are; never a password. */
export function describeStorage(choice: StorageChoice): string {
  switch (choice.kind) {
    case 'memory':
      return 'memory: the pets are gone when the server stops';
    case 'json':
      return choice.path;
    case 'postgres':
      return describeDatabase(choice.connectionString);
    default:
      return choice satisfies never;
  }
}

/** The host and the database of an address; nothing of it where it cannot be read, for it may hold a password anywhere. */
function describeDatabase(connectionString: string): string {
  if (!URL.canParse(connectionString)) return 'PostgreSQL';
  const { host, pathname } = new URL(connectionString);
  const database = pathname.slice(1);
  if (database.includes('@')) return 'PostgreSQL'; // a password with a slash in it
  return `PostgreSQL${host && ` at ${host}`}${database && `, database ${database}`}`;
}
