import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { anyFunction, parseOptions, ResultAsync, type Pet, type StorageFailure } from '@petstore/core';
import * as z from 'zod';
import { openDurableFile, type FileEnd } from './durable-file.ts';
import { cureFor, Failure, failuresOf, notRegular, serveFromMemory, toStorageFailure } from './failure.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import {
  closing,
  emptyFile,
  encodeDocument,
  encodePets,
  expectPets,
  isNew,
  notPets,
  parseDocument,
  parsePetFile,
  type Lines,
  type PetDocument,
} from './pet-file-format.ts';

/** A lowdb adapter that keeps pets in one file, durably. Make one call at a time. Rejections are Errors that name the file. */
export interface PetFile {
  /**
   * Reads the document, and prepares the file for being written to:
   *
   * - A new file gets its text.
   * - A torn end is copied to a file beside the pet file. Then the closing text replaces it.
   * - A file of another layout must be replaced before pets can be added. If that is not possible, it rejects.
   *
   * A file that is torn or of another layout does not change if its pets are invalid. The pets of other files are not checked.
   */
  read(): Promise<PetDocument>;
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

/** A report of what was cut off a torn file. */
export interface TornEnd {
  /** How many bytes were cut off; 0 if only the closing brackets were missing. */
  readonly bytes: number;
  /** The file that keeps them; `undefined` if there are none. */
  readonly path: string | undefined;
  /** How many pets remain. */
  readonly pets: number;
}

/** Says what was cut off the torn file at a path, and what to do. */
export function describeTornEnd(path: string, { bytes, path: keptIn, pets }: TornEnd): string {
  const end = keptIn === undefined ? 'only its closing brackets were missing' : `${bytes} bytes, kept in ${keptIn}`;
  return `The torn end of ${path} was cut off: ${end}. Pets that remain: ${pets}. If the file is an incomplete copy, stop and restore the whole one.`;
}

const optionsSchema = z.strictObject({
  lock: z.boolean().default(true),
  onTornEnd: anyFunction<(tornEnd: TornEnd) => void>().optional(),
});

/**
 * Checks the parameters, and fills in the defaults.
 *
 * @throws TypeError that names the parameter or the option
 */
export function checkOptions(path: string, options: JsonStorageOptions): JsonStorageOptions {
  if (typeof path !== 'string') throw new TypeError('path must be a string.');
  const warn = (tornEnd: TornEnd) => {
    console.warn(describeTornEnd(path, tornEnd));
  };
  const { lock, onTornEnd = warn } = parseOptions(optionsSchema, options);
  return { lock, onTornEnd };
}

/**
 * Opens a pet file as an adapter of lowdb. The caller closes it.
 *
 * @example
 * ```ts
 * const file = await unwrap(openPetFile('pets.json'));
 * const db = new Low<PetDocument>(file, { pets: [] });
 * await db.read();
 * await db.update(({ pets }) => pets.pop());
 * await file.close();
 * ```
 *
 * @throws TypeError for a wrong or an unknown option, naming it, and for a path that is not a string
 */
export function openPetFile(path: string, options: JsonStorageOptions = {}): ResultAsync<PetFile, StorageFailure> {
  const checked = checkOptions(path, options);
  return ResultAsync.fromPromise(openPetFileOn(nodeFileSystem, resolve(path), checked), toStorageFailure).map(
    (file) => ({
      ...file,
      // The caller may change any part of the document in place. A copy is a new object, so it replaces the file.
      write: (document) => file.write({ ...document }),
    }),
  );
}

/**
 * Opens the adapter of `openJsonStorage` on any file system; the tests inject faults.
 *
 * Its `write` sees whether a document only grew: it is the object that was read or written last, and it has more pets. Then
 * `write` appends the new ones, at a cost that does not grow with the file. So a caller that adds pets must not change others
 * before the same `write`. To compare all pets would cost ten times as much as 64 creations on a million pets.
 *
 * After a rejection the file is as before, unless another program changed it or undoing failed.
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
  const file = await openDurableFile(fileSystem, path, lock, failures);
  let layout: Layout | undefined;
  /** The document in the file, and how many of its pets are there. */
  let stored: { readonly document: PetDocument; readonly count: number } | undefined;

  return {
    async read() {
      const bytes = await file.read();
      const text = isNew(bytes) ? emptyFile : bytes;
      const { document, lines, tornEnd } = await attempt(notPets, () => parsePetFile(text));
      if (isNew(bytes)) await fillNewFile();
      if (lines !== undefined && tornEnd !== undefined) await repair(document, lines.end, tornEnd);
      if (lines === undefined) await expectReplaceable(document);
      await file.sync(); // a killed process may have written without it
      layout = lines ?? { original: bytes };
      stored = { document, count: document.pets.length };
      return document;
    },

    async write(document) {
      if (layout === undefined) throw failure('must be read before it is written to');
      const added = addedPets(document);
      if (added === undefined) await replace(document, layout);
      else await append(added, layout);
      stored = { document, count: document.pets.length };
    },

    close: () => file.close(),
  };

  /** Returns the pets that were added to the stored document; `undefined` unless it is the same object and only grew. */
  function addedPets(document: PetDocument): readonly Pet[] | undefined {
    if (document !== stored?.document || document.pets.length <= stored.count) return undefined;
    return document.pets.slice(stored.count);
  }

  /** Brings a new file to the text of one without a pet. */
  async function fillNewFile(): Promise<void> {
    await file.replaceEnd(Buffer.alloc(0), 0); // white space, or what a crash left
    await file.sync();
    await file.replaceEnd(emptyFile, 0);
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the closing text. A file with invalid pets stays as it is. */
  async function repair(document: PetDocument, end: number, tornEnd: Buffer): Promise<void> {
    const pets = expectPets(document, failures).length;
    const kept = tornEnd.length === 0 ? undefined : file.createBeside('torn', tornEnd);
    const tornPath = await kept?.catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw failure(`${why}: ${cureFor(cause)}, or open a copy of it elsewhere`, cause);
    });
    await file.replaceEnd(closing, end);
    await file.sync();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  /** Finds out whether a file of another layout can be replaced. One with invalid pets stays as it is. */
  async function expectReplaceable(document: PetDocument): Promise<void> {
    expectPets(document, failures);
    const content = await encode(() => encodeDocument(document));
    await file.expectReplaceable(content).catch((cause: unknown) => {
      if (cause instanceof Failure) throw cause;
      const why = 'must be rewritten before a pet can be added, because it has not one pet to a line, and it cannot be';
      throw failure(`${why}: ${cureFor(cause)}, or ${serveFromMemory(path)}`, cause);
    });
  }

  async function append(pets: readonly Pet[], before: Layout): Promise<void> {
    const { lines, bytes } = await prepare(pets, before).catch((error: unknown) => {
      throw error instanceof Failure ? new Failure(error.message, error.cause, 'not_stored') : error;
    });
    await file.append(bytes, endOf(lines));
    layout = { end: lines.end + bytes.length - closing.length, isEmpty: false };
  }

  /** Finds out whether pets can be added, and makes the bytes that add them. It stores none of them. */
  async function prepare(pets: readonly Pet[], before: Layout) {
    // The text is parsed again, because the storage does not keep unknown fields of pets.
    const lines = 'original' in before ? await replace(parseDocument(before.original), before) : before;
    await file.expectWritable(endOf(lines));
    return { lines, bytes: await encode(() => encodePets(pets, lines)) };
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument, before: Layout): Promise<Lines> {
    await file.expectWritable(endOf(before));
    const content = await encode(() => encodeDocument(document));
    await file.replace(content, endOf(before));
    const lines = { end: content.length - closing.length, isEmpty: document.pets.length === 0 };
    layout = lines;
    return lines;
  }

  function encode(make: () => Buffer): Promise<Buffer> {
    return attempt('cannot be written to', make);
  }
}

/** How pets are added: to the lines of our layout, or to a rewritten file, for which the bytes of another layout are kept. */
type Layout = Lines | { readonly original: Buffer };

/** The part of a file that a write replaces, or that must not change before. */
function endOf(layout: Layout): FileEnd {
  return 'original' in layout ? { position: 0, bytes: layout.original } : { position: layout.end, bytes: closing };
}

/**
 * Reads the pets of a file that a storage wrote or that is laid out by hand. The file is neither locked nor changed, so it may
 * be read-only. A file with a torn end is refused.
 *
 * @returns the pets, by ascending id
 */
export function readPets(path: string): ResultAsync<readonly Pet[], StorageFailure> {
  return ResultAsync.fromPromise(read(), toStorageFailure);

  async function read(): Promise<readonly Pet[]> {
    const failures = failuresOf(`The seed file ${resolve(path)}`);
    const status = await failures.attempt('cannot be read', () => stat(path));
    if (!status.isFile() && !status.isDirectory()) throw failures.failure(notRegular); // reading one may never end
    const bytes = await failures.attempt('cannot be read', () => readFile(path)); // for a folder, its error says so
    const { document, tornEnd } = await failures.attempt(notPets, () => parsePetFile(bytes));
    if (tornEnd !== undefined) throw failures.failure('has a torn end, as after a crash or in an incomplete copy');
    return expectPets(document, failures);
  }
}
