import { err, ok, storageFailure, type Pet, type PetStorage, type Result, type StorageFailure } from '@petstore/core';
import type { TornEnd } from '@petstore/storage-json';
import { createMemoryStorage } from '@petstore/storage-memory';

/** Where a server keeps its pets. */
export interface StorageChoice {
  /** `memory`, the path of a file, or the address of a PostgreSQL database. */
  readonly storage: string;
  /** Whether to lock the file. */
  readonly lock: boolean;
}

/** An open storage, and where its pets are, without a password. */
export interface OpenedStorage {
  readonly storage: PetStorage;
  readonly place: string;
}

/**
 * Opens the chosen storage. The packages of the file and of PostgreSQL are loaded only if chosen: the second takes a while.
 *
 * @param seed valid pets for an empty file or memory, which stores all of them or none
 * @param warn prints a line on stderr
 */
export async function openStorage(
  { storage: where, lock }: StorageChoice,
  seed: readonly Pet[],
  warn: (line: string) => void,
): Promise<Result<OpenedStorage, StorageFailure>> {
  try {
    if (where === 'memory') {
      const place = 'memory: the pets are gone when the server stops';
      return ok({ storage: createMemoryStorage({ pets: seed }), place });
    }
    if (isPostgres(where)) {
      const { openPostgresStorage } = await import('@petstore/storage-postgres');
      const { describeServer } = await import('@petstore/storage-postgres/internal');
      const place = describeServer(where);
      return await openPostgresStorage({ connectionString: where }).map((storage) => ({ storage, place }));
    }
    const { describeTornEnd, openSeededJsonStorage } = await import('@petstore/storage-json/internal');
    const onTornEnd = (tornEnd: TornEnd) => {
      warn(describeTornEnd(where, tornEnd));
    };
    return await openSeededJsonStorage(where, seed, { lock, onTornEnd }).map((storage) => ({ storage, place: where }));
  } catch (error) {
    // On the command line, a bad address or a current folder that is gone is a start-up failure, not a programming error.
    return err(storageFailure((error as Error).message, error));
  }
}

/** Whether a storage is the address of a PostgreSQL database. */
export function isPostgres(storage: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(storage);
}
