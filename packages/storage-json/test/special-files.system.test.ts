import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openJsonStorage } from '../src/index.ts';
import { withoutPrivileges } from './mounts.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

describe('anything but a file is refused', () => {
  const refused: readonly (readonly [what: string, make: (path: string) => unknown, expected: string])[] = [
    ['a directory', (path) => mkdir(path), 'cannot be opened (EISDIR'],
    ['a named pipe', (path) => execFileSync('mkfifo', [path]), 'is not a regular file'],
    ['a device', (path) => symlink('/dev/null', path), 'is not a regular file'],
    ['a socket', (path) => listen(path), 'is not a regular file'],
  ];

  for (const [what, make, expected] of refused) {
    test(what, async () => {
      const path = await newPath();
      await make(path);
      expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`The pet file ${path} ${expected}`);
    });
  }

  test('a named pipe that this user may only read, without waiting for its writer', async () => {
    const path = await newPath();
    execFileSync('mkfifo', ['-m', '444', path]);
    const { message } = (await withoutPrivileges(async () => openJsonStorage(path)))._unsafeUnwrapErr();
    expect(message).toContain(`The pet file ${path} is not a regular file`);
  });

  test('a file that this process may not read', { tags: ['slow'] }, async () => {
    const path = await newPath('{"pets":[]}');
    await chmod(path, 0o000);
    const failure = await withoutPrivileges(async () => (await openJsonStorage(path))._unsafeUnwrapErr());
    expect(failure.message).toContain(`The pet file ${path} cannot be opened (EACCES`);
  });

  test('a path with a zero', async () => {
    expect((await openJsonStorage('\0'))._unsafeUnwrapErr().code).toBe('storage_failure');
  });
});

async function listen(path: string): Promise<void> {
  const server = createServer();
  await once(server.listen(path), 'listening');
  onTestFinished(() => void server.close());
}
