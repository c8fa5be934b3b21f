import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Failure } from './failure.ts';
import { notRegular, serveFromMemory, type Failures } from './failure.ts';
import { hasCode, isUnchanged, readAll, writeAll, type FileSystem, type OpenFile } from './file-system.ts';

/**
 * An open file that is locked, and that is either appended to or replaced. Both resolve when the bytes are on the disk. It
 * notices what other programs change in spite of the lock. Make one call at a time.
 */
export interface DurableFile {
  /** Reads the file. Rejects if another program changes it meanwhile. */
  read(): Promise<Buffer>;
  /** Replaces the bytes from a position to the end, while a file is opened. `sync` makes that durable. */
  replaceEnd(bytes: Buffer, position: number): Promise<void>;
  /** Resolves when the file is on the disk. From then on, it must not change until this process writes to it. */
  sync(): Promise<void>;
  /** Rejects unless the file may be written to and is as `sync` or the last write left it. */
  expectWritable(end: FileEnd): Promise<void>;
  /**
   * Writes bytes over the end of the file. If that fails, it restores the end. If the sync or the restoring fails, the content
   * of the disk is unknown, and every later write fails.
   */
  append(bytes: Buffer, end: FileEnd): Promise<void>;
  /**
   * Replaces the file atomically: writes another one beside it, syncs it and renames it. After a failure the old file is
   * unchanged and the other one is removed. After a crash, the next replacement removes the other one, unless `lock` is false.
   */
  replace(content: Buffer, end: FileEnd): Promise<void>;
  /** Does what `replace` does, up to the rename. Rejects with an Error of the system if the file cannot be replaced. */
  expectReplaceable(content: Buffer): Promise<void>;
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
export interface FileEnd {
  readonly position: number;
  readonly bytes: Buffer;
}

/**
 * Opens the file at a path, creates it if there is none, and locks it. Once it resolves, the name of the file is on the disk.
 *
 * @throws Failure if it cannot be opened or is locked
 */
export async function openDurableFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  { failure, attempt }: Failures,
): Promise<DurableFile> {
  const tryLock = lock ? await attempt(cannotBeLocked, () => fileSystem.loadKernelLock()) : undefined;
  let file = await openOrCreate();
  const realPath = await lockFile().catch(async (error: unknown) => {
    await file.close().catch(() => undefined); // the first error counts
    throw error;
  });
  const isLocal = await fileSystem.isLocal(realPath).catch(() => false);
  /** The status of the file after it was last synced or written. If it differs, another program changed the file. */
  let lastSeen: BigIntStats | undefined;
  /** Set once the content of the disk is unknown: every later write fails with it. */
  let permanentFailure: Failure | undefined;

  return {
    async read() {
      const before = await attempt('cannot be read', status);
      expectSize(before.size);
      const bytes = await attempt('cannot be read', () => readAll(file, Number(before.size)));
      await expectStatus(before); // bytes that changed while they were read may be anything
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
      expectSize(size, 'not_stored');
      let written: BigIntStats;
      let isThere: boolean;
      try {
        await writeAll(file, bytes, end.position);
        await sync();
        written = await statusAtPath();
        isThere = written.ino === lastSeen?.ino && Number(written.size) === size;
        // Where the lock does not reach, another opening may have overwritten the bytes at the same moment.
        if (isThere && !(lock && isLocal)) isThere = bytes.equals(await readAtPath(bytes.length, end.position));
      } catch (cause) {
        await restore(end).catch(() => stopWriting(cause));
        throw permanentFailure ?? failure('cannot be written to', cause, 'not_stored');
      }
      if (!isThere) throw failure(changed);
      lastSeen = written;
    },

    async replace(content, end) {
      expectSize(content.length);
      const old = file;
      const what = lock
        ? 'cannot be rewritten'
        : 'cannot be rewritten: if a crash left its temporary file, remove that';
      file = await attempt(what, () =>
        createReplacement(content, async (temporaryPath) => {
          await expectUnchanged(end);
          await fileSystem.rename(temporaryPath, realPath);
        }),
      );
      await old.close().catch(() => undefined); // no path leads to it any more
      try {
        await fileSystem.syncDirectory(dirname(realPath));
        lastSeen = await status();
      } catch (cause) {
        throw stopWriting(cause);
      }
    },

    async expectReplaceable(content) {
      expectSize(content.length);
      const replacement = await createReplacement(content, (temporaryPath) =>
        fileSystem.rm(temporaryPath, { force: true }),
      );
      await replacement.close();
      if (await fileSystem.isMountPoint(realPath)) throw systemError('EBUSY', 'the file is mounted by itself');
      const folder = await fileSystem.stat(dirname(realPath), { bigint: true });
      const { uid } = await fileSystem.stat(realPath, { bigint: true });
      const user = BigInt(process.geteuid?.() ?? 0);
      if ((folder.mode & stickyBit) !== 0n && ![0n, uid, folder.uid].includes(user)) {
        throw systemError('EPERM', 'in a folder with the sticky bit, only the owner of a file may replace it');
      }
    },

    async createBeside(suffix, content) {
      for (let count = 0; ; count++) {
        const besidePath = `${realPath}.${suffix}${count === 0 ? '' : `.${count}`}`;
        try {
          await createFile(besidePath, content, async (created) => {
            await created.sync();
            await fileSystem.syncDirectory(dirname(realPath));
            await created.close();
          });
          return besidePath;
        } catch (error) {
          if (!hasCode(error, 'EEXIST')) throw error;
        }
      }
    },

    close: () => attempt('cannot be closed', () => file.close()),
  };

  async function openOrCreate(): Promise<OpenFile> {
    try {
      return await fileSystem.open(path, constants.O_RDWR);
    } catch (cause) {
      // Not at once with O_CREAT: Linux then refuses a file of another user in /tmp (fs.protected_regular).
      if (hasCode(cause, 'ENOENT')) {
        return attempt('cannot be opened', () => fileSystem.open(path, constants.O_RDWR | constants.O_CREAT));
      }
      const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(cause, code)) && (await isReadable());
      throw failure(
        isReadOnly ? `cannot be written to: allow it, or ${serveFromMemory(path)}` : 'cannot be opened',
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

  /** Locks the file; returns its path without symbolic links. */
  async function lockFile(): Promise<string> {
    if (!(await attempt('cannot be opened', status)).isFile()) throw failure(notRegular);
    if ((await attempt(cannotBeLocked, () => tryLock?.(file.fd))) === false) {
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

  /** The status of the file that the path leads to now: of another one, if the opened file was replaced. */
  function statusAtPath(): Promise<BigIntStats> {
    return fileSystem.stat(path, { bigint: true });
  }

  /** Opens the file that the path leads to and reads it, because FUSE keeps a file's content in a cache until it is opened. */
  async function readAtPath(size: number, position: number): Promise<Buffer> {
    const opened = await fileSystem.open(path, constants.O_RDONLY);
    return readAll(opened, size, position).finally(() => opened.close());
  }

  async function expectStatus(expected: BigIntStats | undefined): Promise<void> {
    const now = await statusAtPath().catch((cause: unknown) => {
      throw failure(hasCode(cause, 'ENOENT') ? changed : 'cannot be read', cause);
    });
    if (!isUnchanged(now, expected)) throw failure(changed);
  }

  async function expectUnchanged({ bytes, position }: FileEnd): Promise<void> {
    if (!isLocal) {
      const now = await attempt('cannot be read', () => readAtPath(bytes.length + 1, position));
      if (!now.equals(bytes)) throw failure(changed);
    }
    await expectStatus(lastSeen);
  }

  /** A larger file could not be read, because its text must fit into one string. */
  function expectSize(size: number | bigint, outcome?: 'not_stored'): void {
    if (size > 500_000_000) throw failure('is larger than 500 MB, or would be', undefined, outcome);
  }

  async function replaceEnd({ bytes, position }: FileEnd): Promise<void> {
    const steps = [file.truncate(position + bytes.length), writeAll(file, bytes, position)];
    await Promise.allSettled(steps); // after a crash or a failure, either is enough for the next opening to recognise a torn end
    await Promise.all(steps);
  }

  /** Brings the file back to its state before an append. */
  async function restore(end: FileEnd): Promise<void> {
    const now = await status().catch(() => undefined);
    // If nothing was written, as often on a full disk, there is nothing to undo, and undoing could fail.
    if (isUnchanged(now, lastSeen)) return;
    await replaceEnd(end);
    await file.datasync();
    lastSeen = await status();
  }

  /** Fails for good, because a later sync that succeeds says nothing about one that failed. */
  async function sync(): Promise<void> {
    await file.datasync().catch((cause: unknown) => {
      throw stopWriting(cause);
    });
  }

  function stopWriting(cause: unknown): Failure {
    const what =
      'accepts no more pets until it is opened again, and reads still work: it is not known what is on the disk, so restart the server';
    permanentFailure ??= failure(what, cause);
    return permanentFailure;
  }

  /** Creates a file beside this one, locked and with the same access, and finishes it once it is on the disk. */
  async function createReplacement(content: Buffer, finish: (temporaryPath: string) => Promise<void>) {
    const replaced = await fileSystem.stat(realPath, { bigint: true });
    const temporaryPath = `${realPath}.petstore-temporary`;
    if (lock) await fileSystem.rm(temporaryPath, { force: true }); // without the lock, it may be another opening's
    return createFile(temporaryPath, content, async (created) => {
      tryLock?.(created.fd); // before the rename, so that the path never leads to an unlocked file
      await keepAccess(created, replaced);
      await created.sync();
      await finish(temporaryPath);
    });
  }

  /** Creates a file that only its owner can read, writes its content and finishes it. If that fails, it removes the file. */
  async function createFile(
    newPath: string,
    content: Buffer,
    finish: (created: OpenFile) => Promise<void>,
  ): Promise<OpenFile> {
    const created = await fileSystem.open(newPath, 'wx+', 0o600);
    try {
      await writeAll(created, content, 0);
      await finish(created);
      return created;
    } catch (error) {
      await Promise.allSettled([created.close(), fileSystem.rm(newPath, { force: true })]); // the first error counts
      throw error;
    }
  }
}

const cannotBeLocked =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock';

const changed =
  'was changed or replaced by another program, and is left as it is now: restart the server, or open the file again';

const stickyBit = 0o1000n;

function systemError(code: string, reason: string): Error {
  return Object.assign(new Error(`${code}: ${reason}`), { code });
}

/**
 * Gives the new file the owner, the group and the mode of the old one, as far as this process may, and nobody more access
 * than before. Access control lists and other attributes are not kept.
 */
async function keepAccess(file: OpenFile, { mode, uid, gid }: BigIntStats): Promise<void> {
  const [owner, group] = [Number(uid), Number(gid)];
  // Only root may give a file to another user, but its owner may give it to one of the owner's groups.
  await file.chown(owner, group).catch(() => file.chown(-1, group).catch(() => undefined));
  const isGroupKept = (await file.stat({ bigint: true })).gid === gid;
  await file.chmod(Number(mode) & (isGroupKept ? 0o7777 : 0o700)); // last: a change of owner may clear bits of the mode
}
