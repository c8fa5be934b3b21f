import {
  err,
  ok,
  storageFailure,
  type NewPet,
  type OpenStorage,
  type Result,
  type StorageFailure,
} from '@petstore/core';
import type { TornEnd } from '@petstore/storage-json';
import { createMemoryStorage } from '@petstore/storage-memory';
import { existsSync } from 'node:fs';
import { createSeed } from './seed.ts';

/**
 * Opens the chosen storage. It loads the packages of the file and of PostgreSQL only if they are chosen: the second takes a while.
 *
 * @param choice `storage`: `memory`, the path of a file, or the address of a PostgreSQL database; `lock`: whether to lock the file
 * @param seed valid pets, which are created in memory or in a file without pets
 * @returns the open storage, and the location of its pets, which contains no password
 */
export async function openStorage(
  { storage: where, lock }: { readonly storage: string; readonly lock: boolean },
  seed: readonly NewPet[],
  warn: (line: string) => void,
): Promise<Result<{ readonly storage: OpenStorage; readonly location: string }, StorageFailure>> {
  try {
    if (isPostgresAddress(where)) {
      const { describeServer, openPostgresStorage } = await import('@petstore/storage-postgres');
      const location = describeServer(where);
      return await openPostgresStorage({ connectionString: where }).map((storage) => ({ storage, location }));
    }
    const opened = where === 'memory' ? ok(createMemoryStorage()) : await openFile(where, lock, warn);
    if (opened.isErr()) return err(opened.error);
    const storage = opened.value;
    const end = where === 'memory' ? ': the pets are gone when the server stops' : '';
    if (seed.length === 0) return ok({ storage, location: `${where}${end}` });
    const created = await createSeed(storage, seed);
    if (created.isErr()) {
      void (await storage.close()); // the error that prevented the start is reported
      return err(created.error);
    }
    if (!created.value) warn(`The seed was not used, because ${where} has pets already.`);
    const count = seed.length === 1 ? '1 pet' : `${seed.length} pets`;
    return ok({ storage, location: `${where}${created.value ? `, ${count}` : ''}${end}` });
  } catch (error) {
    // A wrong address is a TypeError of a factory. On the command line it is a failure to start, not a defect.
    return err(storageFailure((error as Error).message, error));
  }
}

async function openFile(
  path: string,
  lock: boolean,
  warn: (line: string) => void,
): Promise<Result<OpenStorage, StorageFailure>> {
  const { describeTornEnd, openJsonStorage } = await import('@petstore/storage-json');
  const onTornEnd = (tornEnd: TornEnd) => warn(describeTornEnd(path, tornEnd));
  return openJsonStorage(path, { lock, onTornEnd }).mapErr((failure) => addAdvice(failure, path));
}

export function isPostgresAddress(storage: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(storage);
}

/** Adds what to do if the system refused to create the file. */
function addAdvice(failure: StorageFailure, file: string): StorageFailure {
  const { code } = (failure.cause ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || existsSync(file)) return failure;
  const advice =
    'Name a file in a folder that exists and that this user may write to with --storage, or keep the pets in memory with --storage memory.';
  return { ...failure, message: `${failure.message} ${advice}` };
}
