import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { anyFunction, parseOptions, ResultAsync, type Pet, type StorageFailure } from '@petstore/core';
import * as z from 'zod';
import { openDurableFile, type FileEnd } from './durable-file.ts';
import {
  adviseOnFolder,
  Failure,
  createFailures,
  notRegularMessage,
  adviseMemory,
  toStorageFailure,
} from './failure.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import {
  closing,
  emptyFile,
  encodeDocument,
  encodePets,
  validatePets,
  isNew,
  notPetsMessage,
  parseDocument,
  parsePetFile,
  type Lines,
  type PetDocument,
} from './pet-file-format.ts';

/** A lowdb adapter that keeps pets durably in one file. Make one call at a time. A call rejects with an Error that names the file. */
export interface PetFile {
  /**
   * Reads the document, and prepares the file for writing:
   *
   * - A new file gets the text of a file without pets.
   * - A torn end is copied to a file beside the pet file. Then the closing text replaces it. If a pet is invalid, the call rejects
   *   and the file does not change.
   * - A file of another layout must be replaced before pets can be added. If that is not possible, or if a pet is invalid, the call
   *   rejects and the file does not change.
   *
   * The pets of other files are not validated.
   */
  read(): Promise<PetDocument>;
  /** Replaces the file atomically by a new one with this document. Resolves when it is on the disk. */
  write(document: PetDocument): Promise<void>;
  /** Closes the file, which releases its lock. Closing again does nothing. Every other call then rejects. */
  close(): Promise<void>;
}

/** Options of `openJsonStorage` and `openPetFile`. */
export interface JsonStorageOptions {
  /**
   * Whether to lock the file, so that neither this process nor another one can open it a second time. The default is true.
   *
   * Set false on Bun, Deno and platforms without such a lock. Then make sure that nothing else opens the file: two storages that
   * write at the same moment may lose pets.
   */
  readonly lock?: boolean | undefined;
  /**
   * Called after a torn end was cut off. The default prints a warning. A file beside the pet file keeps the bytes.
   *
   * If a crash left them, they contain no pet whose creation resolved. If they come from an incomplete copy of the file, they may.
   */
  readonly onTornEnd?: ((tornEnd: TornEnd) => void) | undefined;
}

/** What was cut off a torn file. */
export interface TornEnd {
  /** The number of bytes that were cut off; 0 if only the closing brackets were missing. */
  readonly bytes: number;
  /** The path of the file that keeps these bytes; `undefined` if there are none. */
  readonly path: string | undefined;
  /** The number of pets that remain. */
  readonly pets: number;
}

/** Says what was cut off a torn file, and what to do. */
export function describeTornEnd(path: string, { bytes, path: keptIn, pets }: TornEnd): string {
  const end = keptIn === undefined ? 'only its closing brackets were missing' : `${bytes} bytes, kept in ${keptIn}`;
  return `The torn end of ${path} was cut off: ${end}. Pets that remain: ${pets}. If the file is an incomplete copy, stop and restore the whole one.`;
}

const optionsSchema = z.strictObject({
  lock: z.boolean().default(true),
  onTornEnd: anyFunction<(tornEnd: TornEnd) => void>().optional(),
});

/**
 * Checks the path and the options, and fills in the defaults.
 *
 * @throws TypeError that names the path or the option
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
 * @throws TypeError if an option is wrong or unknown, or if the path is not a string. The message names it
 */
export function openPetFile(path: string, options: JsonStorageOptions = {}): ResultAsync<PetFile, StorageFailure> {
  const checked = checkOptions(path, options);
  return ResultAsync.fromPromise(openPetFileOn(nodeFileSystem, resolve(path), checked), toStorageFailure).map(
    (file) => ({
      ...file,
      // The caller may have changed any part of the document in place. A copy is a new object, so the file is replaced.
      write: (document) => file.write({ ...document }),
    }),
  );
}

/**
 * Opens the adapter of `openJsonStorage` on any file system. The tests use file systems that fail.
 *
 * Its `write` appends if a document only grew: if it is the same object as in the last `read` or `write`, and has more pets. The
 * cost of an append does not grow with the file, because `write` does not compare the other pets: with a million of them, that would
 * take ten times as long as 64 creations. So a caller that adds pets must not change others before the same `write`.
 *
 * If `write` rejects, the file is as before, unless another program changed it or undoing the write failed.
 *
 * @param path the absolute path, which may contain symbolic links
 */
export async function openPetFileOn(
  fileSystem: FileSystem,
  path: string,
  { lock = true, onTornEnd }: JsonStorageOptions,
): Promise<PetFile> {
  const failures = createFailures(`The pet file ${path}`);
  const { failure, attempt } = failures;
  const file = await openDurableFile(fileSystem, path, lock, failures);
  let layout: Layout | undefined;
  /** The document in the file, and how many of its pets are there. */
  let stored: { readonly document: PetDocument; readonly count: number } | undefined;

  return {
    async read() {
      const bytes = await file.read();
      const text = isNew(bytes) ? emptyFile : bytes;
      const { document, lines, tornEnd } = await attempt(notPetsMessage, () => parsePetFile(text));
      if (isNew(bytes)) await fillNewFile();
      if (lines !== undefined && tornEnd !== undefined) await repair(document, lines.end, tornEnd);
      if (lines === undefined) await expectReplaceable(document);
      await file.sync(); // the process that wrote the file may have been killed before its sync
      layout = lines ?? { original: bytes };
      stored = { document, count: document.pets.length };
      return document;
    },

    async write(document) {
      if (layout === undefined) throw failure('must be read before it is written to');
      const added = findAddedPets(document);
      if (added === undefined) await replace(document, layout);
      else await append(added, layout);
      stored = { document, count: document.pets.length };
    },

    close: () => file.close(),
  };

  /** Returns the pets that were added to the stored document; `undefined` unless it is the same object and only grew. */
  function findAddedPets(document: PetDocument): readonly Pet[] | undefined {
    if (document !== stored?.document || document.pets.length <= stored.count) return undefined;
    return document.pets.slice(stored.count);
  }

  /** Gives a new file the text of a file without pets. */
  async function fillNewFile(): Promise<void> {
    await file.replaceEnd(Buffer.alloc(0), 0); // white space, or what a crash left
    await file.sync();
    await file.replaceEnd(emptyFile, 0);
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the closing text. Rejects before if a pet is invalid. */
  async function repair(document: PetDocument, end: number, tornEnd: Buffer): Promise<void> {
    const pets = validatePets(document, failures).length;
    const kept = tornEnd.length === 0 ? undefined : file.createBeside('torn', tornEnd);
    const tornPath = await kept?.catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw failure(`${why}: ${adviseOnFolder(cause)}, or open a copy of it elsewhere`, cause);
    });
    await file.replaceEnd(closing, end);
    await file.sync();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  /** Rejects if a file of another layout cannot be replaced, or if a pet is invalid. */
  async function expectReplaceable(document: PetDocument): Promise<void> {
    validatePets(document, failures);
    const content = await encode(() => encodeDocument(document));
    await file.expectReplaceable(content).catch((cause: unknown) => {
      if (cause instanceof Failure) throw cause;
      const why =
        'must be rewritten before a pet can be added, because it is not laid out one pet to a line. That fails';
      throw failure(`${why}: ${adviseOnFolder(cause)}, or ${adviseMemory(path)}`, cause);
    });
  }

  async function append(pets: readonly Pet[], before: Layout): Promise<void> {
    const { lines, bytes } = await prepare(pets, before).catch((error: unknown) => {
      throw error instanceof Failure ? new Failure(error.message, error.cause, 'not_stored') : error;
    });
    await file.append(bytes, getEnd(lines));
    layout = { end: lines.end + bytes.length - closing.length, isEmpty: false };
  }

  /** Makes the bytes that add pets. If the file has another layout, it first rewrites the file. It stores none of the new pets. */
  async function prepare(pets: readonly Pet[], before: Layout) {
    // Parse the text again: the storage has dropped the unknown fields of its pets.
    const lines = 'original' in before ? await replace(parseDocument(before.original), before) : before;
    await file.expectWritable(getEnd(lines));
    return { lines, bytes: await encode(() => encodePets(pets, lines)) };
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument, before: Layout): Promise<Lines> {
    await file.expectWritable(getEnd(before));
    const content = await encode(() => encodeDocument(document));
    await file.replace(content, getEnd(before));
    const lines = { end: content.length - closing.length, isEmpty: document.pets.length === 0 };
    layout = lines;
    return lines;
  }

  function encode(make: () => Buffer): Promise<Buffer> {
    return attempt('cannot be written to', make);
  }
}

/** The layout of the file: one pet to a line, or another one. Of a file with another layout, the bytes are kept until it is rewritten. */
type Layout = Lines | { readonly original: Buffer };

/** Returns the part of a file that a write replaces. It must not have changed before. */
function getEnd(layout: Layout): FileEnd {
  return 'original' in layout ? { position: 0, bytes: layout.original } : { position: layout.end, bytes: closing };
}

/**
 * Reads the pets of a file in any layout. It neither locks nor changes the file, which may be read-only. It refuses a torn file.
 *
 * @returns the pets, by ascending id
 */
export function readPets(path: string): ResultAsync<readonly Pet[], StorageFailure> {
  return ResultAsync.fromPromise(read(), toStorageFailure);

  async function read(): Promise<readonly Pet[]> {
    const failures = createFailures(`The seed file ${resolve(path)}`);
    const status = await failures.attempt('cannot be read', () => stat(path));
    if (!status.isFile() && !status.isDirectory()) throw failures.failure(notRegularMessage); // reading it may never end
    const bytes = await failures.attempt('cannot be read', () => readFile(path)); // for a folder, its error says so
    const { document, tornEnd } = await failures.attempt(notPetsMessage, () => parsePetFile(bytes));
    if (tornEnd !== undefined) throw failures.failure('has a torn end, as after a crash or in an incomplete copy');
    return validatePets(document, failures);
  }
}
