import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Pet } from '@petstore/core';
import { cureFor, Failure, failuresOf, serveFromMemory } from './failure.ts';
import { hasCode, isUnchanged, readAll, syncDirectory, writeAll, type FileSystem } from './file-system.ts';
import { openLockedFile } from './locked-file.ts';
import type { AppendingAdapter } from './lowdb-storage.ts';
import { isNew, parseDocument, parsePetFile, type Lines } from './parse-pet-file.ts';
import { notPets, petsOf, type PetDocument } from './pet-document.ts';
import { emptyFile, encodeDocument, encodePets, footer } from './pet-file-layout.ts';
import { expectReplaceable, replaceFile } from './replace-file.ts';
import { keepTornEnd, type TornEnd } from './torn-end.ts';

/** A lowdb adapter that keeps pets in one file, durably. Make one call at a time. Rejections are Errors that name the file. */
export interface PetFile extends AppendingAdapter {
  /**
   * Reads the document, and makes it durable: a new file gets its text, and a torn end is copied to a file beside the pet file
   * before it is replaced by the footer. A file of another layout must be replaced before pets can be added: if that is not
   * possible, it rejects. Checks the pets only of a file that is torn or of another layout, which does not change if they are invalid.
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

/** How pets are added: to the lines of our layout, or to a rewritten file, for which the bytes of another layout are kept. */
type Layout = Lines | { readonly original: Buffer };

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
  const isLocal = await fileSystem.isLocal(realPath).catch(() => false);
  let { file } = opened;
  let layout: Layout | undefined;
  /** The status of the file after it was last read or written. If it differs, another program changed the file. */
  let lastSeen: BigIntStats | undefined;
  /** Set once the content of the disk is unknown: every later write fails with it. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const before = await attempt('cannot be read', status);
      expectSize(before.size);
      const bytes = await attempt('cannot be read', () => readAll(file, Number(before.size)));
      await expectStatus(before); // before parsing: bytes that changed while they were read may be anything
      const text = isNew(bytes) ? emptyFile : bytes;
      const { document, lines, tornEnd } = await attempt(notPets, () => parsePetFile(text));
      if (isNew(bytes)) await attempt('cannot be written to', fillNewFile);
      if (lines !== undefined && tornEnd !== undefined) await repair(document, lines.end, tornEnd);
      if (lines === undefined) await expectRewritable(document);
      await sync(); // a killed process may have written without it
      lastSeen = await attempt('cannot be read', status);
      layout = lines ?? { original: bytes };
      return document;
    },

    async append(pets) {
      if (pets.length === 0) return;
      const { lines, bytes } = await prepare(pets).catch((error: unknown) => {
        throw error instanceof Failure ? new Failure(error.message, error.cause, 'not_stored') : error;
      });
      await writeOverFooter(lines.end, bytes);
      layout = { end: lines.end + bytes.length - footer.length, isEmpty: false };
    },

    async write(document) {
      await replace(document, await expectWritable());
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

  /** Reads the file that the path leads to now, past what the kernel remembers of it: FUSE forgets that when a file is opened. */
  async function readAtPath(size: number, position: number): Promise<Buffer> {
    const opened = await fileSystem.open(path, constants.O_RDONLY);
    return readAll(opened, size, position).finally(() => opened.close());
  }

  /** Returns the layout of a file that may be written to. */
  async function expectWritable(): Promise<Layout> {
    if (permanentFailure !== undefined) throw permanentFailure;
    if (layout === undefined) throw failure('must be read before it is written to');
    await expectUnchanged(layout);
    return layout;
  }

  /** Another program can change the file in spite of the lock. */
  async function expectUnchanged(expected: Layout): Promise<void> {
    if (!isLocal) {
      const [bytes, position] = 'original' in expected ? [expected.original, 0] : [footer, expected.end];
      const now = await attempt('cannot be read', () => readAtPath(bytes.length + 1, position));
      if (!now.equals(bytes)) throw failure(changed);
    }
    await expectStatus(lastSeen);
  }

  async function expectStatus(expected: BigIntStats | undefined): Promise<void> {
    const now = await statusAtPath().catch((cause: unknown) => {
      throw failure(hasCode(cause, 'ENOENT') ? changed : 'cannot be read', cause);
    });
    if (!isUnchanged(now, expected)) throw failure(changed);
  }

  /** A larger file could not be read: its text must fit into one string. */
  function expectSize(size: number | bigint): void {
    if (size > 500_000_000) throw failure('is larger than 500 MB, or would be');
  }

  /** Brings a new file to the text of one without a pet. */
  async function fillNewFile(): Promise<void> {
    await file.truncate(0); // white space, or what a crash left
    await sync();
    await replaceEnd(emptyFile, 0);
  }

  /** Finds out whether a file of another layout can be replaced. One with invalid pets stays as it is. */
  async function expectRewritable(document: PetDocument): Promise<void> {
    petsOf(document, failures);
    const content = await attempt('cannot be written to', () => encode(document));
    await expectReplaceable(fileSystem, realPath, content, tryLock).catch((cause: unknown) => {
      const why = 'must be rewritten before a pet can be added, because it has not one pet to a line, and it cannot be';
      throw failure(`${why}: ${cureFor(cause)}, or ${serveFromMemory(path)}`, cause);
    });
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the footer. A file with invalid pets stays as it is. */
  async function repair(document: PetDocument, end: number, tornEnd: Buffer): Promise<void> {
    const pets = petsOf(document, failures).length;
    const tornPath = await keepTornEnd(fileSystem, realPath, tornEnd).catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw failure(`${why}: ${cureFor(cause)}, or open a copy of it elsewhere`, cause);
    });
    await attempt('cannot be written to', () => replaceEnd(footer, end));
    await sync();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  /** Finds out whether pets can be added, and makes the bytes that add them. It stores none of them. */
  async function prepare(pets: readonly Pet[]): Promise<{ readonly lines: Lines; readonly bytes: Buffer }> {
    const current = await expectWritable();
    const lines = 'original' in current ? await replace(parseDocument(current.original), current) : current;
    const bytes = await attempt('cannot be written to', () => encodePets(pets, lines.isEmpty));
    expectSize(lines.end + bytes.length);
    return { lines, bytes };
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
      // Where the lock does not reach, another opening may have overwritten the bytes: 30 of 60 tries lost acknowledged pets before this check.
      if (isThere && !(lock && isLocal)) isThere = bytes.equals(await readAtPath(bytes.length, end));
    } catch (cause) {
      await restoreFooter(end).catch(() => stopWriting(cause));
      throw permanentFailure ?? failure('cannot be written to', cause, 'not_stored');
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

  function encode(document: PetDocument): Buffer {
    const content = encodeDocument(document);
    expectSize(content.length);
    return content;
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument, before: Layout): Promise<Lines> {
    const content = await attempt('cannot be written to', () => encode(document));
    const old = file;
    const what = lock ? 'cannot be rewritten' : 'cannot be rewritten: if a crash left its temporary file, remove that';
    file = await attempt(what, () =>
      replaceFile(fileSystem, realPath, content, tryLock, () => expectUnchanged(before)),
    );
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
      'accepts no more pets until it is opened again, and reads still work: it is not known what is on the disk, so restart the server';
    permanentFailure ??= failure(what, cause);
    return permanentFailure;
  }
}

const changed =
  'was changed or replaced by another program, and is left as it is now: restart the server, or open the file again';
