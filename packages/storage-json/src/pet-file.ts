import { dirname } from 'node:path';
import type { Pet } from '@petstore/core';
import type { Failure, Failures } from './failure.ts';
import {
  hasCode,
  isSameFile,
  isUnmodified,
  readAll,
  writeAll,
  type FileStatus,
  type FileSystem,
} from './file-system.ts';
import type { AppendingAdapter } from './lowdb-storage.ts';
import type { LockedFile } from './locked-file.ts';
import type { PetDocument } from './pet-document.ts';
import { parseDocument, parsePetFile, type Layout, type LinesLayout } from './parse-pet-file.ts';
import { emptyFile, encodeDocument, encodePets, footer } from './pet-file-layout.ts';
import { replaceFile } from './replace-file.ts';
import { keepTornEnd, type TornEnd } from './torn-end.ts';

/**
 * A lowdb adapter that keeps pets in one file, durably. Its calls are made one at a time. A rejection is an Error whose
 * message names the file.
 */
export interface PetFile extends AppendingAdapter {
  /** Reads the document; the pets are not checked, and the file does not change. */
  read(): Promise<PetDocument>;
  /**
   * Adds pets after those in the file; resolves when they are on the disk. After a rejection none of them is in the file. If
   * that is not certain, because a sync or the undoing failed too, the file takes no more pets.
   */
  append(pets: readonly Pet[]): Promise<void>;
  /** Replaces the file by a new one with this document, atomically; resolves when it is on the disk. */
  write(document: PetDocument): Promise<void>;
  /**
   * Brings what was read to the disk. A new file gets its text, and the torn end of another is moved to a file beside it, as
   * the first `append` or `write` would do.
   */
  repair(): Promise<void>;
  /** Closes the file, and with it releases its lock. */
  close(): Promise<void>;
}

/** What a pet file is made of, beside the opened file. */
export interface PetFileOptions {
  readonly fileSystem: FileSystem;
  /** The path as the caller gave it, symbolic links and all. */
  readonly path: string;
  /** Whether to lock a file that takes its place. */
  readonly lock: boolean;
  /** Called when a torn end has been moved to a file of its own. */
  readonly onTornEnd: ((tornEnd: TornEnd) => void) | undefined;
  /** The greatest size of the file in bytes. */
  readonly maximumSize: number;
  readonly failures: Failures;
}

/** Makes a pet file of a file that has been opened. */
export function createPetFile(opened: LockedFile, options: PetFileOptions): PetFile {
  const { fileSystem, path, lock, onTornEnd, maximumSize, failures } = options;
  const { failure, attempt } = failures;
  const { realPath } = opened;
  let { file } = opened;
  let layout: Layout = { kind: 'new' };
  /** The text, if it is to be rewritten. */
  let foreignText: Buffer | undefined;
  /** The file as it was read or left, which is how it must be found again. */
  let lastSeen: FileStatus | undefined;
  /** Set once it is not known what is on the disk. */
  let refusal: Failure | undefined;

  return {
    async read() {
      lastSeen = await attempt('cannot be read', file.status());
      if (lastSeen.size > maximumSize) throw failure(`is larger than ${maximumSize} bytes`);
      const bytes = await attempt('cannot be read', readAll(file, lastSeen.size));
      await expectUnchanged(); // first: what was read while the file changed says nothing about it
      const text = parsed(() => parsePetFile(bytes));
      if (!isObject(text.document)) throw failure('is not a JSON object'); // lowdb takes null for a document that is missing
      layout = text.layout;
      foreignText = layout.kind === 'another' ? bytes : undefined;
      return text.document;
    },

    async append(pets) {
      if (pets.length === 0) return;
      await expectWritable();
      const { count, end } = foreignText === undefined ? await complete() : await replace(parseDocument(foreignText));
      const bytes = encoded(() => encodePets(pets, count === 0));
      expectRoomFor(end + bytes.length);
      await writeOverFooter(end, bytes);
      layout = { kind: 'lines', count: count + pets.length, end: end + bytes.length - footer.length, isTorn: false };
    },

    async write(document) {
      await expectWritable();
      if (foreignText === undefined) await complete(); // which keeps a torn end
      await replace(document);
    },

    async repair() {
      await expectUnchanged();
      if (foreignText === undefined) await complete();
      await attempt('cannot be written to', file.syncData());
      lastSeen = await attempt('cannot be read', file.status());
    },

    close: () => attempt('cannot be closed', file.close()),
  };

  async function expectWritable(): Promise<void> {
    if (refusal !== undefined) throw refusal;
    if (lastSeen === undefined) throw failure('must be read before it is written to');
    await expectUnchanged();
  }

  /** Another program may change the file whatever its lock says. */
  async function expectUnchanged(): Promise<void> {
    const { own, named } = await attempt('cannot be read', look());
    expectNamed(own, named);
    if (lastSeen === undefined || !isUnmodified(own, lastSeen)) throw changed();
  }

  /** The status of the open file, and of the one that its path leads to. */
  async function look(): Promise<{ own: FileStatus; named: FileStatus | undefined }> {
    const own = await file.status();
    try {
      return { own, named: await fileSystem.status(path) };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return { own, named: undefined };
      throw error;
    }
  }

  function expectNamed(own: FileStatus, named: FileStatus | undefined): void {
    if (named !== undefined && isSameFile(named, own)) return;
    throw failure('was removed or replaced by another program; what is there now is left as it is');
  }

  function changed(): Failure {
    return failure('was changed by another program while it was open; what is there now is left as it is');
  }

  function expectRoomFor(size: number): void {
    if (size > maximumSize) throw failures.noRoom(`is full: it may hold ${maximumSize} bytes`);
  }

  /** Gives a new file its text and a torn one its footer; what is cut off is on the disk before the file changes. */
  async function complete(): Promise<LinesLayout> {
    if (layout.kind === 'lines' && !layout.isTorn) return layout;
    if (layout.kind !== 'lines') {
      await rewriteFrom(0, emptyFile);
      return (layout = { kind: 'lines', count: 0, end: emptyFile.length - footer.length, isTorn: false });
    }
    const { count, end } = layout;
    const bytes = await attempt('cannot be read', readAll(file, (lastSeen?.size ?? 0) - end, end));
    const tornPath = await attempt(
      'is torn, and its torn end cannot be kept, so it is left as it is',
      keepTornEnd(fileSystem, realPath, bytes),
    );
    await rewriteFrom(end, footer);
    onTornEnd?.({ bytes: bytes.length, path: tornPath, pets: count });
    return (layout = { ...layout, isTorn: false });
  }

  /** Writes first and then cuts off, so that a crash between the two leaves no file without a footer. */
  async function rewriteFrom(position: number, bytes: Uint8Array): Promise<void> {
    await attempt('cannot be written to', writeAll(file, bytes, position));
    await attempt('cannot be written to', file.truncate(position + bytes.length));
    await attempt('cannot be written to', file.syncData());
    lastSeen = await attempt('cannot be read', file.status());
  }

  async function writeOverFooter(end: number, bytes: Buffer): Promise<void> {
    await undoingOnFailure(end, writeAll(file, bytes, end));
    try {
      await file.syncData();
    } catch (cause) {
      await restoreFooter(end).catch(() => undefined);
      throw refuse(unknownContent, cause); // a later sync that succeeds says nothing about this one
    }
    const { own, named } = await undoingOnFailure(end, look());
    // Another program, which the lock does not keep out, may have written or renamed at the same moment.
    expectNamed(own, named);
    if (own.size !== end + bytes.length) throw changed();
    if (!lock && !(await isWritten(end, bytes))) throw changed();
    lastSeen = own;
  }

  /** Another opening without the lock may have written at the same place. */
  async function isWritten(position: number, bytes: Buffer): Promise<boolean> {
    return bytes.equals(await undoingOnFailure(position, readAll(file, bytes.length, position)));
  }

  async function undoingOnFailure<T>(end: number, operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (cause) {
      lastSeen = await restoreFooter(end).catch(() => {
        throw refuse(unknownContent, cause);
      });
      throw failure('cannot be written to', cause);
    }
  }

  /** Brings the file back to its state before an append; returns its status then. */
  async function restoreFooter(end: number): Promise<FileStatus> {
    const status = await file.status().catch(() => undefined);
    // On a full disk a write often fails before its first byte, and there may be no room for another write either.
    if (status !== undefined && lastSeen !== undefined && isUnmodified(status, lastSeen)) return status;
    const truncated = file.truncate(end + footer.length);
    const written = writeAll(file, footer, end);
    await Promise.allSettled([truncated, written]); // each alone hides what the append has written from the next opening
    await truncated;
    await written;
    await file.syncData();
    return file.status();
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument): Promise<LinesLayout> {
    const content = encoded(() => encodeDocument(document));
    expectRoomFor(content.length);
    const replaced = await attempt('cannot be read', file.status());
    const old = file;
    file = await attempt(
      'cannot be rewritten',
      replaceFile(fileSystem, { realPath, content, replaced, lock, confirm: expectUnchanged }),
    );
    await old.close().catch(() => undefined); // its content has no name any more, so nothing depends on it
    foreignText = undefined;
    layout = { kind: 'lines', count: document.pets.length, end: content.length - footer.length, isTorn: false };
    try {
      await fileSystem.syncDirectory(dirname(realPath));
      lastSeen = await file.status();
    } catch (cause) {
      throw refuse('the rewritten file may not be on the disk', cause);
    }
    return layout;
  }

  function refuse(why: string, cause: unknown): Failure {
    refusal = failure(`takes no more pets until it is opened again, and reads go on: ${why}`, cause);
    return refusal;
  }

  function parsed<T>(parse: () => T): T {
    try {
      return parse();
    } catch (cause) {
      throw failure('is not JSON', cause);
    }
  }

  /** The text of many pets may be too long for one string. */
  function encoded(encode: () => Buffer): Buffer {
    try {
      return encode();
    } catch (cause) {
      throw failures.noRoom('cannot be written to', cause);
    }
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const unknownContent = 'what a failed write has left on the disk is not known';
