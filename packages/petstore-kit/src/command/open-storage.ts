import { err, ok, storageFailure, type Pet, type PetStorage, type Result, type StorageFailure } from '@petstore/core';
import type { TornEnd } from '@petstore/storage-json';
import { createMemoryStorage } from '@petstore/storage-memory';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Where a server keeps its pets. */
export interface StorageChoice {
  /** `memory`, the path of a file, or the address of a PostgreSQL database. */
  readonly storage: string;
  /** Whether to lock the file. */
  readonly lock: boolean;
}

/** An open storage, and the location of its pets, which contains no password. */
export interface OpenedStorage {
  readonly storage: PetStorage;
  readonly location: string;
}

/**
 * Opens the chosen storage. It loads the packages of the file and of PostgreSQL only if they are chosen: the second takes a while.
 *
 * @param seed valid pets for memory or an empty file, which stores all of them or none; `undefined` without the option `--seed`
 * @param warn prints a line on stderr
 */
export async function openStorage(
  { storage: where, lock }: StorageChoice,
  seed: readonly Pet[] | undefined,
  warn: (line: string) => void,
): Promise<Result<OpenedStorage, StorageFailure>> {
  try {
    if (where === 'memory') {
      const location =
        seed === undefined
          ? 'memory: the pets are gone when the server stops'
          : `memory, ${countPets(seed.length)}: they are gone when the server stops`;
      return ok({ storage: createMemoryStorage({ pets: seed ?? [] }), location });
    }
    if (isPostgresAddress(where)) {
      const { describeServer, openPostgresStorage } = await import('@petstore/storage-postgres');
      const location = describeServer(where);
      return await openPostgresStorage({ connectionString: where }).map((storage) => ({ storage, location }));
    }
    const { describeTornEnd, openSeededJsonStorage } = await import('@petstore/storage-json');
    const onTornEnd = (tornEnd: TornEnd) => {
      warn(describeTornEnd(where, tornEnd));
    };
    let location = seed === undefined ? where : `${where}, ${countPets(seed.length)}`;
    const onSeedUnused = (pets: number) => {
      if (seed !== undefined) location = `${where}, ${countPets(pets)} (the seed is only for a file without pets)`;
    };
    const options = { lock, onTornEnd };
    const opened = await openSeededJsonStorage(where, seed ?? [], options, onSeedUnused);
    return opened.map((storage) => ({ storage, location })).mapErr((failure) => addAdvice(failure, where));
  } catch (error) {
    // A wrong address is a TypeError of a factory. On the command line it is a failure to start, not a defect.
    return err(storageFailure((error as Error).message, error));
  }
}

/** Whether a storage is the address of a PostgreSQL database. */
export function isPostgresAddress(storage: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(storage);
}

function countPets(count: number): string {
  return count === 1 ? '1 pet' : `${count} pets`;
}

/** Adds what to do if the system refused to create the file. */
function addAdvice(failure: StorageFailure, file: string): StorageFailure {
  const { code } = (failure.cause ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || existsSync(file)) return failure;
  const advice =
    'Name a file in a folder that exists and that this user may write to with --storage, or keep the pets in memory with --storage memory.';
  return { ...failure, message: `${failure.message} ${advice}` };
}

/** Returns a failure if an option names a file in the current folder and that folder is gone. */
export function findGoneFolder(option: string): StorageFailure | undefined {
  if (!/\.json$/i.test(option) || isPostgresAddress(option) || isAbsolute(option)) return undefined;
  try {
    process.cwd();
    return undefined;
  } catch (error) {
    return storageFailure('The current folder is gone. Change to one that exists.', error);
  }
}
