import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import {
  adviseMemory,
  adviseOnFolder,
  expectSize,
  Failure,
  notRegularMessage,
  type FailureFactory,
} from './failure.ts';
import { hasCode, isSpecial, isUnchanged, readAll, writeAll, type FileSystem, type OpenFile } from './file-system.ts';
import { createBeside, createReplacement, expectReplaceable } from './new-file.ts';

/**
 * An open and locked file. A write either appends to it or replaces it, and resolves when the bytes are on the disk. The file
 * notices if another program changes it in spite of the lock. Make one call at a time.
 */
export interface DurableFile {
  /** Reads the file. Rejects if another program changes the file meanwhile. */
  read(): Promise<Buffer>;
  /** Replaces the bytes from a position to the end. For repairs during opening; `sync` makes them durable. */
  replaceEnd(bytes: Buffer, position: number): Promise<void>;
  /** Resolves when the file is on the disk. From then on, a change by another program makes every write fail. */
  sync(): Promise<void>;
  /** Rejects if the file was changed since `sync` or the last write, or if an earlier write failed for good. */
  expectWritable(end: ExpectedTail): Promise<void>;
  /**
   * Writes bytes over the end of the file. If writing fails, the old end is restored. If the sync or the restoring fails, the content
   * of the disk is unknown, and every later write fails.
   */
  append(bytes: Buffer, end: ExpectedTail): Promise<void>;
  /**
   * Replaces the file atomically: writes a temporary file beside it, syncs it and renames it.
   *
   * - After a failure, the old file is unchanged and the temporary file is removed.
   * - After a crash, the next replacement removes the temporary file. If `lock` is false, the next replacement fails.
   */
  replace(content: Buffer, end: ExpectedTail): Promise<void>;
  /** Rejects with an Error of the system if the file cannot be replaced. Changes nothing. */
  expectReplaceable(): Promise<void>;
  /**
   * Creates a file beside this one: `pets.json.torn`, or `pets.json.torn.1` and so on if that exists.
   *
   * @returns its path, once it is on the disk
   */
  createBeside(suffix: string, content: Buffer): Promise<string>;
  /** Closes the file, which releases its lock. Closing again does nothing. */
  close(): Promise<void>;
}

/** The bytes from a position to the end of a file. */
export interface ExpectedTail {
  readonly position: number;
  readonly bytes: Buffer;
}

/**
 * Opens the file at a path, and locks it. Creates it if it is missing. Resolves when the name of the file is on the disk.
 *
 * @throws Failure if it cannot be opened or is locked
 */
export async function openDurableFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  failures: FailureFactory,
): Promise<DurableFile> {
  const { failure, attempt } = failures;
  const tryLock = lock ? await attempt(notLockableMessage, () => fileSystem.getKernelLock()) : undefined;
  let file = await openOrCreate();
  const realPath = await lockAndLocate().catch(async (error: unknown) => {
    await file.close().catch(() => undefined); // report the first error
    throw error;
  });
  const isLocal = await fileSystem.isLocal(realPath).catch(() => false);
  /** The status of the file after its last sync or write. If the status differs, another program changed the file. */
  let lastSeen: BigIntStats | undefined;
  /** Why the content of the disk is unknown. Every later write fails with this. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const before = await attempt('cannot be read', status);
      expectSize(before.size, failures);
      const bytes = await attempt('cannot be read', () => readAll(file, Number(before.size)));
      await expectStatus(before); // if the file changed meanwhile, the bytes may be a mixture
      return bytes;
    },

    replaceEnd: (bytes, position) => attempt('cannot be written to', () => replaceEnd({ bytes, position })),

    async sync() {
      await sync();
      lastSeen = await attempt('cannot be read', status);
    },

    async expectWritable(end) {
      if (permanentFailure !== undefined) throw permanentFailure;
      await expectUnchanged(end);
    },

    async append(bytes, end) {
      const size = end.position + bytes.length;
      expectSize(size, failures, 'not_stored');
      let written: BigIntStats;
      let isThere: boolean;
      try {
        await writeAll(file, bytes, end.position);
        await sync();
        written = await statusAtPath();
        isThere = written.ino === lastSeen?.ino && Number(written.size) === size;
        // If the lock does not exclude all other openings, another one may have overwritten the bytes at the same moment.
        if (isThere && !(lock && isLocal)) isThere = bytes.equals(await readAtPath(bytes.length, end.position));
      } catch (cause) {
        await restore(end).catch(() => stopWriting(cause));
        throw permanentFailure ?? failure('cannot be written to', cause, 'not_stored');
      }
      if (!isThere) throw failure(changedMessage);
      lastSeen = written;
    },

    async replace(content, end) {
      expectSize(content.length, failures);
      const old = file;
      file = await createReplacement(fileSystem, realPath, content, tryLock, () => expectUnchanged(end)).catch(
        (cause: unknown) => {
          throw cause instanceof Failure ? cause : failure(`cannot be rewritten: ${adviseOnFolder(cause)}`, cause);
        },
      );
      await old.close().catch(() => undefined); // no path leads to it any more
      try {
        await fileSystem.syncDirectory(dirname(realPath));
        lastSeen = await status();
      } catch (cause) {
        throw stopWriting(cause);
      }
    },

    expectReplaceable: () => expectReplaceable(fileSystem, realPath, lock),

    createBeside: (suffix, content) => createBeside(fileSystem, realPath, suffix, content),

    close: () => attempt('cannot be closed', () => file.close()),
  };

  async function openOrCreate(): Promise<OpenFile> {
    const found = await statusAtPath().catch(() => undefined); // opening says what is wrong
    if (found !== undefined && isSpecial(found)) throw failure(notRegularMessage);
    try {
      return await fileSystem.open(path, constants.O_RDWR);
    } catch (cause) {
      // Not O_CREAT at first: Linux then refuses an existing file of another user in /tmp (fs.protected_regular).
      if (hasCode(cause, 'ENOENT')) {
        return attempt('cannot be opened', () => fileSystem.open(path, constants.O_RDWR | constants.O_CREAT));
      }
      const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(cause, code)) && (await isReadable());
      throw failure(
        isReadOnly ? `cannot be written to: allow it, or ${adviseMemory(path)}` : 'cannot be opened',
        cause,
      );
    }
  }

  function isReadable(): Promise<boolean> {
    return fileSystem.open(path, constants.O_RDONLY).then(
      (opened) => opened.close().then(() => true),
      () => false,
    );
  }

  /** Locks the file. Returns its path without symbolic links, once its name is on the disk. */
  async function lockAndLocate(): Promise<string> {
    const opened = await attempt('cannot be opened', status);
    if (isSpecial(opened)) throw failure(notRegularMessage); // another program replaced the file
    if ((await attempt(notLockableMessage, () => tryLock?.(file.fd))) === false) {
      throw failure('is already open, in this process or in another one, and only one may have it open');
    }
    const found = await attempt('cannot be opened', () => fileSystem.realpath(path));
    await attempt('cannot be made durable: this user must be able to read its folder', () =>
      fileSystem.syncDirectory(dirname(found)),
    );
    return found;
  }

  function status(): Promise<BigIntStats> {
    return file.stat({ bigint: true });
  }

  /** Returns the status of the file that is at the path now. It may not be the opened file. */
  function statusAtPath(): Promise<BigIntStats> {
    return fileSystem.stat(path, { bigint: true });
  }

  /** Opens the file at the path anew to read it: FUSE may serve an open file from a cache. Does not wait for a named pipe. */
  async function readAtPath(size: number, position: number): Promise<Buffer> {
    const opened = await fileSystem.open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return readAll(opened, size, position).finally(() => opened.close());
  }

  async function expectStatus(expected: BigIntStats | undefined): Promise<void> {
    const now = await statusAtPath().catch((cause: unknown) => {
      throw failure(hasCode(cause, 'ENOENT') ? changedMessage : 'cannot be read', cause);
    });
    if (!isUnchanged(now, expected)) throw failure(changedMessage);
  }

  async function expectUnchanged({ bytes, position }: ExpectedTail): Promise<void> {
    if (!isLocal) {
      const now = await attempt('cannot be read', () => readAtPath(bytes.length + 1, position));
      if (!now.equals(bytes)) throw failure(changedMessage);
    }
    await expectStatus(lastSeen);
  }

  async function replaceEnd({ bytes, position }: ExpectedTail): Promise<void> {
    const steps = [file.truncate(position + bytes.length), writeAll(file, bytes, position)];
    await Promise.allSettled(steps); // after a crash, one of the two is enough: the next opening recognises a torn end
    await Promise.all(steps);
  }

  /** Brings the file back to its state before an append. */
  async function restore(end: ExpectedTail): Promise<void> {
    const now = await status().catch(() => undefined);
    // On a full disk often nothing was written. Then there is nothing to undo, and undoing could fail.
    if (isUnchanged(now, lastSeen)) return;
    await replaceEnd(end);
    await file.datasync();
    lastSeen = await status();
  }

  /** If a sync fails, every later write fails too: a later sync that succeeds says nothing about these bytes. */
  async function sync(): Promise<void> {
    await file.datasync().catch((cause: unknown) => {
      throw stopWriting(cause);
    });
  }

  function stopWriting(cause: unknown): Failure {
    const what =
      'accepts no more pets until it is opened again, and reads still work. The state of the disk is unknown: restart the server';
    permanentFailure ??= failure(what, cause);
    return permanentFailure;
  }
}

const notLockableMessage =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock';

const changedMessage =
  'was changed or replaced by another program, and is left as it is now: restart the server, or open the file again';
