import type { Pet } from '@petstore/core';
import type { Adapter } from 'lowdb';
import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { adviseMemory, adviseOnFolder, attempt, expectSize, Failure, failure } from './failure.ts';
import { hasCode, isUnchanged, readAll, writeAll, type FileSystem } from './file-system.ts';
import { createBeside, createReplacement } from './new-file.ts';
import { openFile } from './open-file.ts';
import {
  closing,
  emptyFile,
  encodeDocument,
  encodePets,
  isNew,
  parsePetFile,
  validatePets,
  type AppendPoint,
  type PetDocument,
} from './pet-file-format.ts';

/** What was cut off a torn file. */
export interface TornEnd {
  /** The number of bytes that were cut off; 0 if only the closing brackets were missing. */
  readonly bytes: number;
  /** The path of the file that keeps these bytes; `undefined` if there are none. */
  readonly path: string | undefined;
  /** The number of pets that remain. */
  readonly pets: number;
}

/** An adapter of lowdb that holds a pet file open. */
export interface PetFile extends Adapter<PetDocument> {
  /** Closes the file, which releases its lock. Call it once. */
  close(): Promise<void>;
}

/**
 * Opens and locks a pet file as an adapter of lowdb that keeps pets durably. Read it once, before the first write. Make one call at a
 * time.
 *
 * `read` validates the pets and prepares the file for writing. If it rejects because of what the file holds, the file does not change:
 *
 * - A new file gets the text of a file without pets.
 * - A torn end is copied to a file beside the pet file. Then the closing text replaces it.
 * - A file of another layout must be replaced before pets can be added. `read` rejects if this user may not write to its folder.
 *
 * `write` appends the pets that the document got since the last `read` or `write`, and resolves when they are on the disk. Before the
 * first one, it replaces a file of another layout. If `write` rejects, the file holds no new pet, unless another program changed the
 * file or the rollback failed. If the rollback or a sync fails, every later `write` rejects.
 *
 * @param path the absolute path, which may contain symbolic links
 * @param onTornEnd called after a torn end was cut off
 */
export async function openPetFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  onTornEnd: ((tornEnd: TornEnd) => void) | undefined,
): Promise<PetFile> {
  const { realPath, tryLock, ...opened } = await openFile(fileSystem, path, lock);
  let { file } = opened;
  let layout: FileLayout;
  /** How many pets of the document are in the file. */
  let stored: number;
  /** The status of the file after its last sync or write. If the status differs, another program changed the file. */
  let lastSeen: BigIntStats | undefined;
  /** Why the content of the disk is unknown. Every later write fails with this. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const bytes = await readBytes();
      const { document, appendPoint, tornEnd } = parsePetFile(isNew(bytes) ? emptyFile : bytes);
      const pets = validatePets(document);
      if (isNew(bytes)) await attempt('cannot be written to', () => replaceEnd(emptyFile, 0));
      if (appendPoint === undefined) await expectReplaceable();
      else if (tornEnd !== undefined) await repair(appendPoint.position, tornEnd, pets.length);
      await sync(); // the process that wrote the file may have been killed before its sync
      lastSeen = await attempt('cannot be read', () => fileSystem.fstat(file));
      layout = appendPoint ?? { original: document };
      stored = pets.length;
      return { ...document, pets };
    },

    async write({ pets }) {
      const { bytes, position } = await prepare(pets.slice(stored)).catch((error: unknown) => {
        throw error instanceof Failure ? new Failure(error.message, error.cause, 'not_stored') : error;
      });
      await append(bytes, position);
      layout = { position: position + bytes.length - closing.length, isFirst: false };
      stored = pets.length;
    },

    close: () => attempt('cannot be closed', () => fileSystem.close(file)),
  };

  // Opening

  async function readBytes(): Promise<Buffer> {
    const before = await attempt('cannot be read', () => fileSystem.fstat(file));
    expectSize(before.size);
    const bytes = await attempt('cannot be read', () => readAll(fileSystem, file, Number(before.size)));
    await expectStatus(before); // if the file changed meanwhile, the bytes may be a mixture
    return bytes;
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the closing text. */
  async function repair(position: number, tornEnd: Buffer, pets: number): Promise<void> {
    const kept = tornEnd.length === 0 ? undefined : createBeside(fileSystem, realPath, 'torn', tornEnd);
    const tornPath = await kept?.catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw failure(`${why}: ${adviseOnFolder(cause)}, or open a copy of it elsewhere`, cause);
    });
    await attempt('cannot be written to', () => replaceEnd(closing, position));
    await sync();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  /** Rejects if this user may not replace a file of another layout. Other causes show when it is replaced. */
  async function expectReplaceable(): Promise<void> {
    const mayReplace = fileSystem.access(dirname(realPath), constants.W_OK | constants.X_OK);
    await mayReplace.catch((cause: unknown) => {
      const why =
        'must be rewritten before a pet can be added, because it is not laid out one pet to a line. That fails';
      throw failure(`${why}: ${adviseOnFolder(cause)}, or ${adviseMemory(path)}`, cause);
    });
  }

  // Writing

  /** Makes the bytes that add pets. A file of another layout is rewritten first. None of the new pets is stored. */
  async function prepare(newPets: readonly Pet[]) {
    if (permanentFailure !== undefined) throw permanentFailure;
    await expectStatus(lastSeen);
    if ('original' in layout) layout = await rewrite(layout.original);
    const { position, isFirst } = layout;
    const bytes = encodePets(newPets, isFirst);
    expectSize(position + bytes.length);
    return { position, bytes };
  }

  /** Replaces a file of another layout by one with a pet to a line, and with every value of the old one. */
  async function rewrite(original: PetDocument): Promise<AppendPoint> {
    const content = encodeDocument(original);
    expectSize(content.length);
    const old = file;
    const expectUnchanged = () => expectStatus(lastSeen);
    file = await createReplacement(fileSystem, realPath, content, tryLock, expectUnchanged).catch((cause: unknown) => {
      throw cause instanceof Failure ? cause : failure(`cannot be rewritten: ${adviseOnFolder(cause)}`, cause);
    });
    await fileSystem.close(old).catch(() => undefined); // no path leads to it any more
    try {
      await fileSystem.syncDirectory(dirname(realPath));
      lastSeen = await fileSystem.fstat(file);
    } catch (cause) {
      throw stopWriting(cause);
    }
    return { position: content.length - closing.length, isFirst: original.pets.length === 0 };
  }

  /** Writes bytes over the closing text. If writing fails, the closing text is restored. */
  async function append(bytes: Buffer, position: number): Promise<void> {
    let written: BigIntStats;
    let isThere: boolean;
    try {
      await writeAll(fileSystem, file, bytes, position);
      await sync();
      written = await fileSystem.stat(path);
      isThere = written.ino === lastSeen?.ino && Number(written.size) === position + bytes.length;
      // Without a lock, read the bytes back: another process may have written over them.
      if (isThere && !lock) isThere = bytes.equals(await readAll(fileSystem, file, bytes.length, position));
    } catch (cause) {
      await restore(position).catch(() => stopWriting(cause));
      throw permanentFailure ?? failure('cannot be written to', cause, 'not_stored');
    }
    if (!isThere) throw failure(changedMessage);
    lastSeen = written;
  }

  /** Brings the file back to its state before an append. */
  async function restore(position: number): Promise<void> {
    const now = await fileSystem.fstat(file).catch(() => undefined);
    // On a full disk often nothing was written. Then there is nothing to undo, and undoing could fail.
    if (isUnchanged(now, lastSeen)) return;
    await replaceEnd(closing, position);
    await fileSystem.fdatasync(file);
    lastSeen = await fileSystem.fstat(file);
  }

  async function replaceEnd(bytes: Buffer, position: number): Promise<void> {
    const steps = [fileSystem.ftruncate(file, position + bytes.length), writeAll(fileSystem, file, bytes, position)];
    await Promise.allSettled(steps); // Start both. If we die between them, the next opening sees a torn end either way.
    await Promise.all(steps);
  }

  /** Rejects if another status is found at the path: the file there was changed, or is another one. */
  async function expectStatus(expected: BigIntStats | undefined): Promise<void> {
    const now = await fileSystem.stat(path).catch((cause: unknown) => {
      throw failure(hasCode(cause, 'ENOENT') ? changedMessage : 'cannot be read', cause);
    });
    if (!isUnchanged(now, expected)) throw failure(changedMessage);
  }

  /** If a sync fails, every later write fails too: a later sync that succeeds says nothing about these bytes. */
  async function sync(): Promise<void> {
    await fileSystem.fdatasync(file).catch((cause: unknown) => {
      throw stopWriting(cause);
    });
  }

  function stopWriting(cause: unknown): Failure {
    const what =
      'accepts no more pets until it is opened again, and reads still work. The state of the disk is unknown: restart the server';
    permanentFailure ??= failure(what, cause);
    return permanentFailure;
  }
}

/**
 * One pet to a line, or another layout. A document of another layout is kept as it was read until the file is rewritten: its pets may
 * have keys of their own, which the pets of the storage do not have.
 */
type FileLayout = AppendPoint | { readonly original: PetDocument };

const changedMessage =
  'was changed or replaced by another program, and is left as it is now: restart the server, or open the file again';
