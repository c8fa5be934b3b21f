import type { Pet } from '@petstore/core';
import { openDurableFile, type ExpectedTail } from './durable-file.ts';
import { adviseMemory, adviseOnFolder, Failure, type FailureFactory } from './failure.ts';
import type { FileSystem } from './file-system.ts';
import type { PetAdapter } from './lowdb-storage.ts';
import {
  closing,
  emptyFile,
  encodeDocument,
  encodePets,
  isNew,
  parseDocument,
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

/**
 * Opens a pet file as an adapter of lowdb that keeps pets durably. Read it once, before the first write.
 *
 * `read` prepares the file for writing:
 *
 * - A new file gets the text of a file without pets.
 * - A torn end is copied to a file beside the pet file. Then the closing text replaces it. If a pet is invalid, `read` rejects and
 *   the file does not change.
 * - A file of another layout must be replaced before pets can be added. If that is not possible, or if a pet is invalid, `read`
 *   rejects. The file does not change.
 *
 * `write` appends if the document is the one of the last `read` or `write`, and has more pets. Any other document replaces the file.
 * `write` compares only the object's identity and the number of pets. Do not change a pet and add one before the same `write`: the
 * change would be lost. If `write` rejects, the file is as before, unless another program changed the file or the rollback failed.
 *
 * @param path the absolute path, which may contain symbolic links
 * @param onTornEnd called after a torn end was cut off
 */
export async function openPetFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  onTornEnd: ((tornEnd: TornEnd) => void) | undefined,
  failures: FailureFactory,
): Promise<PetAdapter> {
  const { failure, attempt } = failures;
  const file = await openDurableFile(fileSystem, path, lock, failures);
  let layout: FileLayout;
  /** The document in the file, and how many of its pets are there. */
  let stored: { readonly document: PetDocument; readonly count: number };

  return {
    async read() {
      const bytes = await file.read();
      const { document, appendPoint, tornEnd } = parsePetFile(isNew(bytes) ? emptyFile : bytes, failures);
      if (isNew(bytes)) await fillNewFile();
      if (appendPoint === undefined) await expectReplaceable(document);
      else if (tornEnd !== undefined) await repair(document, appendPoint.position, tornEnd);
      await file.sync(); // the process that wrote the file may have been killed before its sync
      layout = appendPoint ?? { original: bytes };
      stored = { document, count: document.pets.length };
      return document;
    },

    async write(document) {
      if (document === stored.document && document.pets.length > stored.count) {
        await append(document.pets.slice(stored.count));
      } else {
        await replace(document);
      }
      stored = { document, count: document.pets.length };
    },

    close: () => file.close(),
  };

  /** Gives a new file the text of a file without pets. */
  async function fillNewFile(): Promise<void> {
    await file.replaceEnd(Buffer.alloc(0), 0); // white space, or what a crash left
    await file.sync();
    await file.replaceEnd(emptyFile, 0);
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the closing text. If a pet is invalid, rejects and changes nothing. */
  async function repair(document: PetDocument, position: number, tornEnd: Buffer): Promise<void> {
    const pets = validatePets(document, failures).length;
    const kept = tornEnd.length === 0 ? undefined : file.createBeside('torn', tornEnd);
    const tornPath = await kept?.catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw failure(`${why}: ${adviseOnFolder(cause)}, or open a copy of it elsewhere`, cause);
    });
    await file.replaceEnd(closing, position);
    await file.sync();
    await attempt('was repaired, but onTornEnd failed', () =>
      onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  /** Rejects if a file of another layout cannot be replaced, or if a pet is invalid. */
  async function expectReplaceable(document: PetDocument): Promise<void> {
    validatePets(document, failures);
    await file.expectReplaceable().catch((cause: unknown) => {
      const why =
        'must be rewritten before a pet can be added, because it is not laid out one pet to a line. That fails';
      throw failure(`${why}: ${adviseOnFolder(cause)}, or ${adviseMemory(path)}`, cause);
    });
  }

  async function append(pets: readonly Pet[]): Promise<void> {
    const { appendPoint, bytes } = await prepare(pets).catch((error: unknown) => {
      throw error instanceof Failure ? new Failure(error.message, error.cause, 'not_stored') : error;
    });
    await file.append(bytes, getTail(appendPoint));
    layout = { position: appendPoint.position + bytes.length - closing.length, isFirst: false };
  }

  /** Makes the bytes that add pets. If the file has another layout, it is rewritten first. None of the new pets is stored. */
  async function prepare(pets: readonly Pet[]) {
    // Parse the text again: the storage has dropped the unknown fields of its pets.
    const appendPoint = 'original' in layout ? await replace(parseDocument(layout.original)) : layout;
    await file.expectWritable(getTail(appendPoint));
    return { appendPoint, bytes: await encode(() => encodePets(pets, appendPoint.isFirst)) };
  }

  /** Replaces the file by one with this document, atomically. */
  async function replace(document: PetDocument): Promise<AppendPoint> {
    await file.expectWritable(getTail(layout));
    const content = await encode(() => encodeDocument(document));
    await file.replace(content, getTail(layout));
    const appendPoint = { position: content.length - closing.length, isFirst: document.pets.length === 0 };
    layout = appendPoint;
    return appendPoint;
  }

  function encode(make: () => Buffer): Promise<Buffer> {
    return attempt('cannot be written to', make);
  }
}

/** One pet to a line, or another layout. Of a file with another layout, the bytes are kept until the file is rewritten. */
type FileLayout = AppendPoint | { readonly original: Buffer };

/** Returns the end of the file that a write replaces. It must not have changed before. */
function getTail(layout: FileLayout): ExpectedTail {
  return 'original' in layout ? { position: 0, bytes: layout.original } : { position: layout.position, bytes: closing };
}
