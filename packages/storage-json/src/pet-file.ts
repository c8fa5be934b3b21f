import type { Pet } from '@petstore/core';
import type { Adapter } from 'lowdb';
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { adviseOnFolder, attempt, expectSize, Failure } from './failure.ts';
import { hasCode, isUnchanged, writeAll, type FileSystem } from './file-system.ts';
import { createReplacement, keepTornEnd } from './new-file.ts';
import type { OpenedFile } from './open-file.ts';
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

/** A pet file that is held open: an adapter of lowdb that keeps pets durably. Read it once, before the first write. Make one call at a time. */
export class PetFile implements Adapter<PetDocument> {
  /** The file that `opened` holds, or the one that has replaced it. */
  private file: number;
  /** Where to append pets. A file of another layout is first rewritten, from what was read: its pets may have keys that ours lack. */
  private appendAt: number | { readonly rewrite: PetDocument } = { rewrite: { pets: [] } };
  /** How many pets of the document are in the file. */
  private stored = 0;
  /** The status of the file after its last sync or write. If the status differs, another program changed the file. */
  private lastSeen: BigIntStats | undefined;
  /** Why the content of the disk is unknown. Every later write fails with this. */
  private permanentFailure: Failure | undefined;

  /**
   * @param path the absolute path, which may contain symbolic links
   * @param onTornEnd called after a torn end was cut off
   */
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly path: string,
    private readonly opened: OpenedFile,
    private readonly onTornEnd: ((tornEnd: TornEnd) => void) | undefined,
  ) {
    this.file = opened.file;
  }

  /**
   * Reads and validates the pets. What it refuses does not change. A new file gets the text of a file without pets, and a torn end is
   * moved to a file beside the pet file.
   */
  async read(): Promise<PetDocument> {
    const bytes = await this.readBytes();
    const { document, position, tornEnd } = parsePetFile(isNew(bytes) ? emptyFile : bytes);
    const pets = validatePets(document);
    if (isNew(bytes)) await attempt('cannot be written to', () => this.replaceEnd(emptyFile, 0));
    if (position !== undefined && tornEnd !== undefined) await this.repair(position, tornEnd, pets.length);
    await this.makeDurable(); // the process that wrote the file may have been killed before its sync
    this.lastSeen = await attempt('cannot be read', () => this.fileSystem.fstat(this.file));
    this.appendAt = position ?? { rewrite: document };
    this.stored = pets.length;
    return { ...document, pets };
  }

  /**
   * Appends the pets that are new in the document, and resolves when they are on the disk. The first `write` replaces a file of another
   * layout. If `write` rejects, the file holds no new pet, unless another program changed the file or the rollback failed. After a failed
   * rollback or sync, every later `write` rejects.
   */
  async write({ pets }: PetDocument): Promise<void> {
    const { bytes, position } = await this.prepare(pets.slice(this.stored)).catch((error: unknown) => {
      throw error instanceof Failure ? error.withOutcome('not_created') : error;
    });
    await this.append(bytes, position);
    this.appendAt = position + bytes.length - closing.length;
    this.stored = pets.length;
  }

  /** Closes the file, which releases its lock. Call it once. */
  async close(): Promise<void> {
    await attempt('cannot be closed', () => this.fileSystem.close(this.file));
  }

  // Opening

  private async readBytes(): Promise<Buffer> {
    const before = await attempt('cannot be read', () => this.fileSystem.fstat(this.file));
    expectSize(before.size);
    const bytes = await attempt('cannot be read', () => this.fileSystem.readFile(this.file));
    await this.expectStatus(before); // if the file changed meanwhile, the bytes may be a mixture
    return bytes;
  }

  /** Keeps a torn end in a file beside this one, then replaces it by the closing text. */
  private async repair(position: number, tornEnd: Buffer, pets: number): Promise<void> {
    const kept = tornEnd.length === 0 ? undefined : keepTornEnd(this.fileSystem, this.opened.realPath, tornEnd);
    const tornPath = await kept?.catch((cause: unknown) => {
      const why = 'is torn, and its torn end cannot be kept beside it, so it is left as it is';
      throw new Failure(`${why}: ${adviseOnFolder(cause)}, or open a copy of it elsewhere`, cause);
    });
    await attempt('cannot be written to', () => this.replaceEnd(closing, position));
    await this.makeDurable();
    await attempt('was repaired, but onTornEnd failed', () =>
      this.onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets }),
    );
  }

  private makeDurable(): Promise<void> {
    return attempt('cannot be made durable: check its disk', () => this.fileSystem.fdatasync(this.file));
  }

  // Writing

  /** Makes the bytes that add pets. A file of another layout is rewritten first. None of the new pets is stored. */
  private async prepare(newPets: readonly Pet[]) {
    if (this.permanentFailure !== undefined) throw this.permanentFailure;
    await this.expectStatus(this.lastSeen);
    if (typeof this.appendAt !== 'number') this.appendAt = await this.rewrite(this.appendAt.rewrite);
    const bytes = encodePets(newPets, this.stored === 0);
    expectSize(this.appendAt + bytes.length);
    return { position: this.appendAt, bytes };
  }

  /** Replaces a file of another layout by one with a pet to a line, and with every value of the old one. Returns where to add pets. */
  private async rewrite(original: PetDocument): Promise<number> {
    const content = encodeDocument(original);
    expectSize(content.length);
    const { file: old, fileSystem } = this;
    const { realPath, tryLock } = this.opened;
    const expectUnchanged = () => this.expectStatus(this.lastSeen);
    const replacing = createReplacement(fileSystem, realPath, content, tryLock, expectUnchanged);
    this.file = await replacing.catch((cause: unknown) => {
      throw cause instanceof Failure ? cause : new Failure(`cannot be rewritten: ${adviseOnFolder(cause)}`, cause);
    });
    await fileSystem.close(old).catch(() => undefined); // no path leads to it any more
    try {
      await fileSystem.syncDirectory(dirname(realPath));
      this.lastSeen = await fileSystem.fstat(this.file);
    } catch (cause) {
      throw this.stopWriting(cause);
    }
    return content.length - closing.length;
  }

  /** Writes bytes over the closing text. If writing fails, the closing text is restored. */
  private async append(bytes: Buffer, position: number): Promise<void> {
    let written: BigIntStats;
    try {
      await writeAll(this.fileSystem, this.file, bytes, position);
      await this.fileSystem.fdatasync(this.file).catch((cause: unknown) => {
        throw this.stopWriting(cause); // a later sync that succeeds says nothing about these bytes
      });
      written = await this.fileSystem.stat(this.path);
    } catch (cause) {
      const [restored] = await Promise.allSettled([this.restore(position)]);
      if (restored.status === 'rejected') throw this.stopWriting(cause);
      throw this.permanentFailure ?? new Failure('cannot be written to', cause, 'not_created');
    }
    const isThere = written.ino === this.lastSeen?.ino && Number(written.size) === position + bytes.length;
    if (!isThere) throw new Failure(changedMessage);
    this.lastSeen = written;
  }

  /** Brings the file back to its state before an append. */
  private async restore(position: number): Promise<void> {
    const now = await this.fileSystem.fstat(this.file).catch(() => undefined);
    // On a full disk often nothing was written. Then there is nothing to undo, and undoing could fail.
    if (isUnchanged(now, this.lastSeen)) return;
    await this.replaceEnd(closing, position);
    await this.fileSystem.fdatasync(this.file);
    this.lastSeen = await this.fileSystem.fstat(this.file);
  }

  private async replaceEnd(bytes: Buffer, position: number): Promise<void> {
    const { file, fileSystem } = this;
    const steps = [fileSystem.ftruncate(file, position + bytes.length), writeAll(fileSystem, file, bytes, position)];
    await Promise.allSettled(steps); // Start both. If we die between them, the next opening sees a torn end either way.
    await Promise.all(steps);
  }

  /** Rejects if another status is found at the path: the file there was changed, or is another one. */
  private async expectStatus(expected: BigIntStats | undefined): Promise<void> {
    const now = await this.fileSystem.stat(this.path).catch((cause: unknown) => {
      throw new Failure(hasCode(cause, 'ENOENT') ? changedMessage : 'cannot be read', cause);
    });
    if (!isUnchanged(now, expected)) throw new Failure(changedMessage);
  }

  /** Returns the failure of this and of every later write. */
  private stopWriting(cause: unknown): Failure {
    const what =
      'accepts no more pets until it is opened again, and reads still work. The state of the disk is unknown: restart the server';
    return (this.permanentFailure ??= new Failure(what, cause));
  }
}

const changedMessage =
  'was changed or replaced by another program, and is left as it is now: restart the server, or open the file again';
