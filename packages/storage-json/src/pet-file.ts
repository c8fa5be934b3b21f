import { dirname } from 'node:path';
import type { Pet } from '@petstore/core';
import { failuresOf, type Failure } from './failure.ts';
import {
  hasCode,
  isSameFile,
  isUnmodified,
  readAll,
  writeAll,
  writeEnd,
  type FileStatus,
  type FileSystem,
} from './file-system.ts';
import type { AppendingAdapter } from './lowdb-storage.ts';
import { openLockedFile } from './locked-file.ts';
import { notAnObject, type PetDocument } from './pet-document.ts';
import { parseDocument, parsePetFile, type Layout, type LinesLayout, type NewLayout } from './parse-pet-file.ts';
import { emptyFile, encodeDocument, encodePets, footer } from './pet-file-layout.ts';
import { replaceFile } from './replace-file.ts';
import { keepTornEnd, type TornEnd } from './torn-end.ts';

/**
 * A lowdb adapter that keeps pets in one file, durably. Make one call at a time. A rejection is an Error whose message names
 * the file.
 */
export interface PetFile extends AppendingAdapter {
  /** Reads the document. Does not check the pets, and does not change the file. */
  read(): Promise<PetDocument>;
  /**
   * Adds pets after those in the file; resolves when they are on the disk. After a rejection none of them is in the file,
   * unless undoing failed too, or another program changed it meanwhile. After a failed sync or undoing, or a repair that failed
   * as it wrote, the file accepts no more pets.
   */
  append(pets: readonly Pet[]): Promise<void>;
  /** Replaces the file by a new one with this document, atomically; resolves when it is on the disk. */
  write(document: PetDocument): Promise<void>;
  /**
   * Makes what was read durable. A new file gets its text, and a torn end is copied to a file beside the pet file before it is
   * replaced by the footer. The first `append` or `write` does the same.
   */
  repair(): Promise<void>;
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
  let layout: Layout = { kind: 'new' };
  /** The status of the file after it was last read or written. If it differs, another program changed the file. */
  let lastSeen: FileStatus | undefined;
  /** Set once the content of the disk is unknown: every later write fails with it. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const status = await attempt('cannot be read', () => file.status());
      if (status.size > maximumSize) throw failure(`is larger than ${maximumSize} bytes`);
      lastSeen = status;
      const bytes = await attempt('cannot be read', () => readAll(file, status.size));
      await expectUnchanged(); // before parsing: bytes that changed while they were read may be anything
      const text = await attempt('is not JSON', () => parsePetFile(bytes));
      if (!isObject(text.document)) throw failure(notAnObject); // lowdb would take null for a missing document
      layout = text.layout;
      return text.document;
    },

    async append(pets) {
      if (pets.length === 0) return;
      await expectWritable();
      const { count, end } =
        layout.kind === 'another' ? await replace(parseDocument(layout.bytes)) : await repairFile(layout);
      const bytes = await attempt('cannot be written to', () => encodePets(pets, count === 0));
      expectRoomFor(end + bytes.length);
      await writeOverFooter(end, bytes);
      layout = { kind: 'lines', count: count + pets.length, end: end + bytes.length - footer.length };
    },

    async write(document) {
      await expectWritable();
      if (layout.kind !== 'another') await repairFile(layout); // it keeps a torn end
      await replace(document);
    },

    async repair() {
      await expectWritable();
      if (layout.kind !== 'another') await repairFile(layout);
      lastSeen = await orStopWriting(file.syncData().then(() => file.status()));
    },

    close: () => attempt('cannot be closed', () => file.close()),
  };

  async function expectWritable(): Promise<void> {
    if (permanentFailure !== undefined) throw permanentFailure;
    if (lastSeen === undefined) throw failure('must be read before it is written to');
    await expectUnchanged();
  }

  /** Another program can change the file in spite of the lock. */
  async function expectUnchanged(): Promise<void> {
    const status = await attempt('cannot be read', () => statusAtPath());
    if (status === undefined || lastSeen === undefined || !isUnmodified(status, lastSeen)) throw changed();
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

  /** Writes the text of a new file, or repairs a torn one: keeps the torn end, then writes the footer over it. */
  async function repairFile(incomplete: LinesLayout | NewLayout): Promise<LinesLayout> {
    if (incomplete.kind === 'new') {
      lastSeen = await orStopWriting(writeEnd(file, emptyFile, 0).then(() => file.status()));
      layout = { kind: 'lines', count: 0, end: emptyFile.length - footer.length };
      return layout;
    }
    const { count, end, tornEnd } = incomplete;
    if (tornEnd === undefined) return incomplete;
    const tornPath = await attempt('is torn, and its torn end cannot be kept, so it is left as it is', () =>
      keepTornEnd(fileSystem, realPath, tornEnd),
    );
    lastSeen = await orStopWriting(writeEnd(file, footer, end).then(() => file.status()));
    layout = { kind: 'lines', count, end };
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets: count }),
    );
    return layout;
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

  async function writeOverFooter(end: number, bytes: Buffer): Promise<void> {
    await undoingOnFailure(end, writeAll(file, bytes, end));
    try {
      await file.syncData();
    } catch (cause) {
      await restoreFooter(end).catch(() => undefined);
      throw stopWriting(unknownContent, cause); // a later sync that succeeds says nothing about this one
    }
    const status = await undoingOnFailure(end, statusAtPath());
    // Another program, which the lock does not stop, may have written or renamed at the same moment.
    if (status?.size !== end + bytes.length) throw changed();
    if (!lock && !(await isStillThere(end, bytes))) throw changed();
    lastSeen = status;
  }

  /** Without the lock, another opening may have overwritten the bytes: 30 of 60 tries lost acknowledged pets before this check. */
  async function isStillThere(position: number, bytes: Buffer): Promise<boolean> {
    return bytes.equals(await undoingOnFailure(position, readAll(file, bytes.length, position)));
  }

  async function undoingOnFailure<T>(end: number, operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (cause) {
      lastSeen = await restoreFooter(end).catch(() => {
        throw stopWriting(unknownContent, cause);
      });
      throw failure('cannot be written to', cause);
    }
  }

  /** Brings the file back to its state before an append; returns its status then. */
  async function restoreFooter(end: number): Promise<FileStatus> {
    const status = await file.status().catch(() => undefined);
    // If nothing was written, as often on a full disk, there is nothing to undo, and undoing could fail.
    if (status !== undefined && lastSeen !== undefined && isUnmodified(status, lastSeen)) return status;
    const truncated = file.truncate(end + footer.length);
    const written = writeAll(file, footer, end);
    await Promise.allSettled([truncated, written]); // either is enough for the next opening to recognise the append as torn
    await Promise.all([truncated, written]);
    await file.syncData();
    return file.status();
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument): Promise<LinesLayout> {
    const content = await attempt('cannot be written to', () => encodeDocument(document));
    expectRoomFor(content.length);
    const replaced = await attempt('cannot be read', () => file.status());
    const old = file;
    file = await attempt('cannot be rewritten', () =>
      replaceFile(fileSystem, { realPath, content, replaced, lock, confirm: expectUnchanged }),
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
