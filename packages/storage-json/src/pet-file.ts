import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Pet } from '@petstore/core';
import { failuresOf, type Failure } from './failure.ts';
import { isUnchanged, readAll, syncDirectory, writeAll, type FileSystem } from './file-system.ts';
import { openLockedFile } from './locked-file.ts';
import type { AppendingAdapter } from './lowdb-storage.ts';
import { isNew, parseDocument, parsePetFile, type Lines } from './parse-pet-file.ts';
import { petsOf, type PetDocument } from './pet-document.ts';
import { emptyFile, encodeDocument, encodePets, footer } from './pet-file-layout.ts';
import { replaceFile } from './replace-file.ts';
import { keepTornEnd, type TornEnd } from './torn-end.ts';

/** A lowdb adapter that keeps pets in one file, durably. Make one call at a time. Rejections are Errors that name the file. */
export interface PetFile extends AppendingAdapter {
  /**
   * Reads the document, and makes it durable: a new file gets its text, and a torn end is copied to a file beside the pet file
   * before it is replaced by the footer. Does not check the pets, except in a torn file, which does not change if they are invalid.
   */
  read(): Promise<PetDocument>;
  /**
   * Adds pets after those in the file; resolves when they are on the disk. After a rejection none of them is in the file,
   * unless another program changed it, or undoing failed too. After a failed sync or undoing, the file accepts no more pets.
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
   * `false` is for Bun, Deno and platforms without such a lock. Nothing else may have the file open then: two storages that
   * write at the same moment may lose pets.
   */
  readonly lock?: boolean | undefined;
  /**
   * Called after a file with a torn end was repaired: the bytes that were cut off are in a file beside it. If a crash left
   * them, they hold no acknowledged pet. If an incomplete copy left them, they may. The default prints a warning.
   */
  readonly onTornEnd?: ((tornEnd: TornEnd) => void) | undefined;
}

/**
 * Opens a pet file on any file system: `openPetFile` on Node's, the tests on others.
 *
 * @param path the absolute path, which may contain symbolic links
 */
export async function openPetFileOn(
  fileSystem: FileSystem,
  path: string,
  { lock = true, onTornEnd }: JsonStorageOptions,
): Promise<PetFile> {
  const failures = failuresOf(`The pet file ${path}`);
  const { failure, attempt } = failures;
  const { realPath, tryLock, ...opened } = await openLockedFile(fileSystem, path, lock, failures);
  let { file } = opened;
  let layout: Lines | { readonly original: Buffer }; // the bytes of another layout, which the first creation rewrites
  /** The status of the file after it was last read or written. If it differs, another program changed the file. */
  let lastSeen: BigIntStats | undefined;
  /** Set once the content of the disk is unknown: every later write fails with it. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const before = await attempt('cannot be read', status);
      expectSize(before.size);
      const bytes = await attempt('cannot be read', () => readAll(file, Number(before.size)));
      await expectUnchanged(before); // before parsing: bytes that changed while they were read may be anything
      const text = isNew(bytes) ? emptyFile : bytes;
      const { document, lines, tornEnd } = await attempt('is not a JSON object', () => parsePetFile(text));
      if (isNew(bytes)) await attempt('cannot be written to', () => replaceEnd(emptyFile, 0));
      if (lines !== undefined && tornEnd !== undefined) await repair(document, lines.end, tornEnd);
      await sync(); // a killed process may have written without it
      lastSeen = await attempt('cannot be read', status);
      layout = lines ?? { original: bytes };
      return document;
    },

    async append(pets) {
      if (pets.length === 0) return;
      await expectWritable();
      const { end, isEmpty } = 'original' in layout ? await replace(parseDocument(layout.original)) : layout;
      const bytes = await attempt('cannot be written to', () => encodePets(pets, isEmpty));
      expectSize(end + bytes.length);
      await writeOverFooter(end, bytes);
      layout = { end: end + bytes.length - footer.length, isEmpty: false };
    },

    async write(document) {
      await expectWritable();
      await replace(document);
    },

    close: () => attempt('cannot be closed', () => file.close()),
  };

  function status(): Promise<BigIntStats> {
    return file.stat({ bigint: true });
  }

  /** The status of the file that the path leads to now: of another one, if the opened file was replaced. */
  function statusAtPath(): Promise<BigIntStats> {
    return fileSystem.stat(path, { bigint: true });
  }

  async function expectWritable(): Promise<void> {
    if (permanentFailure !== undefined) throw permanentFailure;
    if (lastSeen === undefined) throw failure('must be read before it is written to');
    await expectUnchanged();
  }

  /** Another program can change the file in spite of the lock. */
  async function expectUnchanged(before = lastSeen): Promise<void> {
    if (!isUnchanged(await attempt('cannot be read', statusAtPath), before)) throw failure(changed);
  }

  /** A larger file could not be read: its text must fit into one string. */
  function expectSize(size: number | bigint): void {
    if (size > 500_000_000) throw failure('is larger than 500 MB, or would be');
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the footer. A file with invalid pets stays as it is. */
  async function repair(document: PetDocument, end: number, tornEnd: Buffer): Promise<void> {
    const pets = petsOf(document, failures).length;
    const tornPath = await attempt('is torn, and its torn end cannot be kept, so it is left as it is', () =>
      keepTornEnd(fileSystem, realPath, tornEnd),
    );
    await attempt('cannot be written to', () => replaceEnd(footer, end));
    await sync();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  /** Writes pets over the footer. After a failure, none of them is in the file, unless undoing fails too. */
  async function writeOverFooter(end: number, bytes: Buffer): Promise<void> {
    let written: BigIntStats;
    let isThere: boolean;
    try {
      await writeAll(file, bytes, end);
      await sync();
      written = await statusAtPath();
      isThere = written.ino === lastSeen?.ino && Number(written.size) === end + bytes.length;
      // Without the lock, another opening may have overwritten the bytes: 30 of 60 tries lost acknowledged pets before this check.
      if (isThere && !lock) isThere = bytes.equals(await readAll(file, bytes.length, end));
    } catch (cause) {
      await restoreFooter(end).catch(() => stopWriting(cause));
      throw permanentFailure ?? failure('cannot be written to', cause);
    }
    // Another program, which the lock does not stop, may have written or renamed at the same moment.
    if (!isThere) throw failure(changed);
    lastSeen = written;
  }

  /** Brings the file back to its state before an append. */
  async function restoreFooter(end: number): Promise<void> {
    const now = await status().catch(() => undefined);
    // If nothing was written, as often on a full disk, there is nothing to undo, and undoing could fail.
    if (isUnchanged(now, lastSeen)) return;
    await replaceEnd(footer, end);
    await file.datasync();
    lastSeen = await status();
  }

  /** Replaces what follows a position. */
  async function replaceEnd(bytes: Buffer, position: number): Promise<void> {
    const steps = [file.truncate(position + bytes.length), writeAll(file, bytes, position)];
    await Promise.allSettled(steps); // after a crash or a failure, either is enough for the next opening to recognise a torn end
    await Promise.all(steps);
  }

  /** A later sync that succeeds says nothing about one that failed. */
  async function sync(): Promise<void> {
    await file.datasync().catch((cause: unknown) => {
      throw stopWriting(cause);
    });
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument): Promise<Lines> {
    const content = await attempt('cannot be written to', () => encodeDocument(document));
    expectSize(content.length);
    const old = file;
    const what = lock ? 'cannot be rewritten' : 'cannot be rewritten: if a crash left its temporary file, remove that';
    file = await attempt(what, () => replaceFile(fileSystem, realPath, content, tryLock, expectUnchanged));
    await old.close().catch(() => undefined); // no path leads to it any more
    const lines = { end: content.length - footer.length, isEmpty: document.pets.length === 0 };
    layout = lines;
    try {
      await syncDirectory(fileSystem, dirname(realPath));
      lastSeen = await status();
    } catch (cause) {
      throw stopWriting(cause);
    }
    return lines;
  }

  function stopWriting(cause: unknown): Failure {
    const what =
      'accepts no more pets until it is opened again, and reads still work: it is not known what is on the disk';
    permanentFailure ??= failure(what, cause);
    return permanentFailure;
  }
}

const changed = 'was changed or replaced by another program, and must be opened again; it was left as it is now';
