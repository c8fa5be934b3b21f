import { dirname } from 'node:path';
import type { Pet } from '@petstore/core';
import { failuresOf, type Failure } from './failure.ts';
import {
  hasCode,
  isSameFile,
  isUnmodified,
  readAll,
  replaceEnd,
  writeAll,
  type FileStatus,
  type FileSystem,
} from './file-system.ts';
import type { AppendingAdapter } from './lowdb-storage.ts';
import { openLockedFile } from './locked-file.ts';
import { notAnObject, petsOf, type PetDocument } from './pet-document.ts';
import { isNew, parseDocument, parsePetFile, type Layout, type LinesLayout } from './parse-pet-file.ts';
import { emptyFile, encodeDocument, encodePets, footer } from './pet-file-layout.ts';
import { replaceFile } from './replace-file.ts';
import { keepTornEnd, type TornEnd } from './torn-end.ts';

/**
 * A lowdb adapter that keeps pets in one file, durably. Make one call at a time. A rejection is an Error whose message names
 * the file.
 */
export interface PetFile extends AppendingAdapter {
  /**
   * Reads the document, and makes it durable: a new file gets its text, and a torn end is copied to a file beside the pet file
   * before it is replaced by the footer. Does not check the pets, except in a torn file, which does not change if they are invalid.
   */
  read(): Promise<PetDocument>;
  /**
   * Adds pets after those in the file; resolves when they are on the disk. After a rejection none of them is in the file,
   * unless undoing failed too, or another program changed it meanwhile. After a failed sync, undoing or repair, the file accepts
   * no more pets.
   */
  append(pets: readonly Pet[]): Promise<void>;
  /** Replaces the file by a new one with this document, atomically; resolves when it is on the disk. */
  write(document: PetDocument): Promise<void>;
  /** Closes the file, which releases its lock. Closing again does nothing; every other call then rejects. */
  close(): Promise<void>;
}

/** Options of `openJsonStorage` and `openPetFile`. */
export interface JsonStorageOptions {
  /**
   * Whether to lock the file, so that neither another process nor this one can open it a second time; true by default.
   * `false` is for Bun, Deno and platforms that have no such lock. Nothing else may have the file open then: a storage checks
   * for changes by others before and after each write, but two that write at the same moment may lose pets.
   */
  readonly lock?: boolean | undefined;
  /**
   * Called after a file with a torn end was repaired: the bytes that were cut off are in a file beside it. If a crash left
   * them, they hold no acknowledged pet. If an incomplete copy left them, they may. The default prints a warning.
   */
  readonly onTornEnd?: ((tornEnd: TornEnd) => void) | undefined;
}

/** The options, and one for tests. */
export interface PetFileOptions extends JsonStorageOptions {
  /** The greatest size of the file in bytes; by default, its whole text still fits into one string. */
  readonly maximumSize?: number;
}

/**
 * Opens a pet file on any file system: `openPetFile` on Node's, the tests on others.
 *
 * @param path the absolute path, which may contain symbolic links
 */
export async function openPetFileOn(
  fileSystem: FileSystem,
  path: string,
  { lock = true, onTornEnd, maximumSize = 500_000_000 }: PetFileOptions,
): Promise<PetFile> {
  const failures = failuresOf(`The pet file ${path}`);
  const { failure, attempt } = failures;
  const opened = await openLockedFile(fileSystem, path, lock, failures);
  const { realPath } = opened;
  let { file } = opened;
  let layout: Layout;
  /** The status of the file after it was last read or written. If it differs, another program changed the file. */
  let lastSeen: FileStatus | undefined;
  /** Set once the content of the disk is unknown: every later write fails with it. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      lastSeen = undefined; // a file that cannot be read is not written to
      const status = await attempt('cannot be read', () => file.status());
      if (status.size > maximumSize) throw failure(`is larger than ${maximumSize} bytes`);
      let bytes = await attempt('cannot be read', () => readAll(file, status.size));
      await expectUnchanged(status); // before parsing: bytes that changed while they were read may be anything
      if (isNew(bytes)) {
        bytes = emptyFile;
        await orStopWriting(replaceEnd(file, emptyFile, 0));
      }
      const { document, tornEnd, layout: parsed } = await attempt('is not JSON', () => parsePetFile(bytes));
      if (!isObject(document)) throw failure(notAnObject); // lowdb would take null for a missing document
      if (tornEnd !== undefined) await repair(document, bytes.length - tornEnd.length, tornEnd);
      // A killed process may have written without a sync.
      lastSeen = await orStopWriting(file.syncData().then(() => file.status()));
      layout = parsed;
      return document;
    },

    async append(pets) {
      if (pets.length === 0) return;
      await expectWritable();
      const { count, end } = layout.kind === 'another' ? await replace(parseDocument(layout.bytes)) : layout;
      const bytes = await attempt('cannot be written to', () => encodePets(pets, count === 0));
      expectRoomFor(end + bytes.length);
      await writeOverFooter(end, bytes);
      layout = { kind: 'lines', count: count + pets.length, end: end + bytes.length - footer.length };
    },

    async write(document) {
      await expectWritable();
      await replace(document);
    },

    close: () => attempt('cannot be closed', () => file.close()),
  };

  async function expectWritable(): Promise<void> {
    if (permanentFailure !== undefined) throw permanentFailure;
    if (lastSeen === undefined) throw failure('must be read before it is written to');
    await expectUnchanged();
  }

  /** Another program can change the file in spite of the lock. */
  async function expectUnchanged(before = lastSeen): Promise<void> {
    const status = await attempt('cannot be read', () => statusAtPath());
    if (status === undefined || before === undefined || !isUnmodified(status, before)) throw changed();
  }

  /** The status of the open file; `undefined` if its path does not lead to it any more. */
  async function statusAtPath(): Promise<FileStatus | undefined> {
    const opened = await file.status();
    try {
      return isSameFile(await fileSystem.status(path), opened) ? opened : undefined;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  function changed(): Failure {
    return failure(
      'was changed, removed or replaced by another program, and must be opened again; what is there now was not changed',
    );
  }

  function expectRoomFor(size: number): void {
    if (size > maximumSize) throw failure(`would be larger than ${maximumSize} bytes`);
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the footer. A file with invalid pets stays as it is. */
  async function repair(document: PetDocument, end: number, tornEnd: Buffer): Promise<void> {
    const pets = petsOf(document);
    if (pets.isErr()) throw failure(pets.error);
    const tornPath = await attempt('is torn, and its torn end cannot be kept, so it is left as it is', () =>
      keepTornEnd(fileSystem, realPath, tornEnd),
    );
    await orStopWriting(replaceEnd(file, footer, end));
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets: pets.value.length }),
    );
  }

  /** Waits for a step of a repair. If it fails, only the next opening repairs what is left. */
  async function orStopWriting<T>(step: Promise<T>): Promise<T> {
    try {
      return await step;
    } catch (cause) {
      stopWriting('it could not be repaired', cause);
      throw failure('cannot be written to', cause);
    }
  }

  /** Writes pets over the footer. After a failure, none of them is in the file, unless undoing fails too. */
  async function writeOverFooter(end: number, bytes: Buffer): Promise<void> {
    let status: FileStatus | undefined;
    let isThere: boolean;
    try {
      await writeAll(file, bytes, end);
      await file.syncData().catch((cause: unknown) => {
        throw stopWriting(unknownContent, cause); // a later sync that succeeds says nothing about this one
      });
      status = await statusAtPath();
      isThere = status?.size === end + bytes.length;
      // Without the lock, another opening may have overwritten the bytes: 30 of 60 tries lost acknowledged pets before this check.
      if (isThere && !lock) isThere = bytes.equals(await readAll(file, bytes.length, end));
    } catch (cause) {
      lastSeen = await restoreFooter(end).catch(() => {
        throw permanentFailure ?? stopWriting(unknownContent, cause);
      });
      throw permanentFailure ?? failure('cannot be written to', cause);
    }
    // Another program, which the lock does not stop, may have written or renamed at the same moment.
    if (!isThere) throw changed();
    lastSeen = status;
  }

  /** Brings the file back to its state before an append; returns its status then. */
  async function restoreFooter(end: number): Promise<FileStatus> {
    const status = await file.status().catch(() => undefined);
    // If nothing was written, as often on a full disk, there is nothing to undo, and undoing could fail.
    if (status !== undefined && lastSeen !== undefined && isUnmodified(status, lastSeen)) return status;
    await replaceEnd(file, footer, end);
    return file.status();
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument): Promise<LinesLayout> {
    const content = await attempt('cannot be written to', () => encodeDocument(document));
    expectRoomFor(content.length);
    const replaced = await attempt('cannot be read', () => file.status());
    const old = file;
    file = await attempt('cannot be rewritten', () =>
      replaceFile(fileSystem, { realPath, content, replaced, lock, confirm: () => expectUnchanged() }),
    );
    await old.close().catch(() => undefined); // no path leads to it any more
    layout = { kind: 'lines', count: document.pets.length, end: content.length - footer.length };
    try {
      await fileSystem.syncDirectory(dirname(realPath));
      lastSeen = await file.status();
    } catch (cause) {
      throw stopWriting('the rewritten file may not be on the disk', cause);
    }
    return layout;
  }

  function stopWriting(why: string, cause: unknown): Failure {
    permanentFailure = failure(`accepts no more pets until it is opened again, and reads still work: ${why}`, cause);
    return permanentFailure;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const unknownContent = 'it is not known what a failed write has left on the disk';
