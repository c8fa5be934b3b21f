import { err, ok, storageFailure, type Pet, type PetStorage, type Result, type StorageFailure } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';

/** Where a server keeps its pets. */
export type StorageChoice =
  | { readonly kind: 'memory' }
  | { readonly kind: 'json'; readonly path: string; readonly lock: boolean }
  | { readonly kind: 'postgres'; readonly connectionString: string };

/** An open storage, and where its pets are, without a password. */
export interface OpenedStorage {
  readonly storage: PetStorage;
  readonly place: string;
}

/**
 * Reads the option `--storage`. The message does not show the text, which may contain a password.
 *
 * @param lock whether to lock a file
 */
export function parseStorageChoice(text = 'pets.json', lock = true): Result<StorageChoice, string> {
  if (text === 'memory') return ok({ kind: 'memory' });
  if (/^postgres(?:ql)?:\/\//.test(text)) return ok({ kind: 'postgres', connectionString: text });
  if (/\.json$/i.test(text)) return ok({ kind: 'json', path: text, lock });
  return err('must be memory, a file whose name ends in .json, or a postgres:// address.');
}

/**
 * Opens the chosen storage. Only its package is loaded, because that of PostgreSQL takes a while.
 *
 * @param seed valid pets for an empty file or memory, which stores all of them or none
 * @param warn prints a line on stderr
 */
export async function openStorage(
  choice: StorageChoice,
  seed: readonly Pet[],
  warn: (line: string) => void,
): Promise<Result<OpenedStorage, StorageFailure>> {
  switch (choice.kind) {
    case 'memory':
      return ok({
        storage: createMemoryStorage({ pets: seed }),
        place: 'memory: the pets are gone when the server stops',
      });
    case 'json': {
      const { path, lock } = choice;
      const { describeTornEnd, openSeededJsonStorage } = await import('@petstore/storage-json/internal');
      return openSeededJsonStorage(path, seed, {
        lock,
        onTornEnd: (tornEnd) => {
          warn(`petstore: ${describeTornEnd(path, tornEnd)}`);
        },
      }).map((storage) => ({ storage, place: path }));
    }
    case 'postgres': {
      const { connectionString } = choice;
      const { openPostgresStorage } = await import('@petstore/storage-postgres');
      const { describeServer } = await import('@petstore/storage-postgres/internal');
      try {
        const place = describeServer(connectionString);
        return await openPostgresStorage({ connectionString }).map((storage) => ({ storage, place }));
      } catch (error) {
        // On the command line, a bad address is a start-up failure, not a programming error.
        return err(storageFailure((error as TypeError).message, error));
      }
    }
    default:
      return choice satisfies never;
  }
}
