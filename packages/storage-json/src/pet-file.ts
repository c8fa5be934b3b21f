import type { Pet } from '@petstore/core';
import type { Adapter } from 'lowdb';
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { adviseOnFolder, attempt, expectSize, Failure } from './failure.ts';
import { hasCode, isUnchanged, writeAll, type FileSystem } from './file-system.ts';
import { createReplacement, keepTornEnd } from './new-file.ts';
import { openFile } from './open-file.ts';
import {
  closing,
  emptyFile,
  encodeDocument,
  encodePets,
  isNew,
  parsePetFile,
  validatePets,
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
 * - `read` validates the pets. What it refuses does not change. A new file gets the text of a file without pets, and a torn end is
 *   moved to a file beside the pet file.
 * - `write` appends the pets that are new in the document, and resolves when they are on the disk. The first `write` replaces a file of
 *   another layout. If `write` rejects, the file holds no new pet, unless another program changed the file or the rollback failed.
 *   After a failed rollback or sync, every later `write` rejects.
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
  /** Where to add pets. For another layout, the document as it was read: its pets may have keys that those of the storage lack. */
  let layout: number | PetDocument;
  /** How many pets of the document are in the file. */
  let stored: number;
  /** The status of the file after its last sync or write. If the status differs, another program changed the file. */
  let lastSeen: BigIntStats | undefined;
  /** Why the content of the disk is unknown. Every later write fails with this. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const bytes = await readBytes();
      const { document, position, tornEnd } = parsePetFile(isNew(bytes) ? emptyFile : bytes);
      const pets = validatePets(document);
      if (isNew(bytes)) await attempt('cannot be written to', () => replaceEnd(emptyFile, 0));
      if (position !== undefined && tornEnd !== undefined) await repair(position, tornEnd, pets.length);
      await makeDurable(); // the process that wrote the file may have been killed before its sync
      lastSeen = await attempt('cannot be read', () => fileSystem.fstat(file));
      layout = position ?? document;
      stored = pets.length;
      return { ...document, pets };
    },

    async write({ pets }) {
      const { bytes, position } = await prepare(pets.slice(stored)).catch((error: unknown) => {
        if (error instanceof Failure) error.outcome = 'not_created';
        throw error;
      });
      await append(bytes, position);
      layout = position + bytes.length - closing.length;
      stored = pets.length;
    },

    close: () => attempt('cannot be closed', () => fileSystem.close(file)),
  };

  // Opening

  async function readBytes(): Promise<Buffer> {
    const before = await attempt('cannot be read', () => fileSystem.fstat(file));
    expectSize(before.size);
    const bytes = await attempt('cannot be read', () => fileSystem.readFile(file));
    await expectStatus(before); // if the file changed meanwhile, the bytes may be a mixture
    return bytes;
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the closing text. */
  async function repair(position: number, tornEnd: Buffer, pets: number): Promise<void> {
    const kept = tornEnd.length === 0 ? undefined : keepTornEnd(fileSystem, realPath, tornEnd);
    const tornPath = await kept?.catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw new Failure(`${why}: ${adviseOnFolder(cause)}, or open a copy of it elsewhere`, cause);
    });
    await attempt('cannot be written to', () => replaceEnd(closing, position));
    await makeDurable();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  function makeDurable(): Promise<void> {
    return attempt('cannot be made durable: check its disk', () => fileSystem.fdatasync(file));
  }

  // Writing

  /** Makes the bytes that add pets. A file of another layout is rewritten first. None of the new pets is stored. */
  async function prepare(newPets: readonly Pet[]) {
    if (permanentFailure !== undefined) throw permanentFailure;
    await expectStatus(lastSeen);
    if (typeof layout !== 'number') layout = await rewrite(layout);
    const bytes = encodePets(newPets, stored === 0);
    expectSize(layout + bytes.length);
    return { position: layout, bytes };
  }

  /** Replaces a file of another layout by one with a pet to a line, and with every value of the old one. Returns where to add pets. */
  async function rewrite(original: PetDocument): Promise<number> {
    const content = encodeDocument(original);
    expectSize(content.length);
    const old = file;
    const expectUnchanged = () => expectStatus(lastSeen);
    file = await createReplacement(fileSystem, realPath, content, tryLock, expectUnchanged).catch((cause: unknown) => {
      throw cause instanceof Failure ? cause : new Failure(`cannot be rewritten: ${adviseOnFolder(cause)}`, cause);
    });
    await fileSystem.close(old).catch(() => undefined); // no path leads to it any more
    try {
      await fileSystem.syncDirectory(dirname(realPath));
      lastSeen = await fileSystem.fstat(file);
    } catch (cause) {
      stopWriting(cause);
    }
    return content.length - closing.length;
  }

  /** Writes bytes over the closing text. If writing fails, the closing text is restored. */
  async function append(bytes: Buffer, position: number): Promise<void> {
    let written: BigIntStats;
    try {
      await writeAll(fileSystem, file, bytes, position);
      await fileSystem.fdatasync(file).catch(stopWriting); // a later sync that succeeds says nothing about these bytes
      written = await fileSystem.stat(path);
    } catch (cause) {
      await restore(position).catch(() => stopWriting(cause));
      throw permanentFailure ?? new Failure('cannot be written to', cause, 'not_created');
    }
    const isThere = written.ino === lastSeen?.ino && Number(written.size) === position + bytes.length;
    if (!isThere) throw new Failure(changedMessage);
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
      throw new Failure(hasCode(cause, 'ENOENT') ? changedMessage : 'cannot be read', cause);
    });
    if (!isUnchanged(now, expected)) throw new Failure(changedMessage);
  }

  function stopWriting(cause: unknown): never {
    const what =
      'accepts no more pets until it is opened again, and reads still work. The state of the disk is unknown: restart the server';
    permanentFailure ??= new Failure(what, cause);
    throw permanentFailure;
  }
}

const changedMessage =
  'was changed or replaced by another program, and is left as it is now: restart the server, or open the file again';
