import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Result } from '@petstore/core';
import { afterAll } from 'vitest';

/** Mounts something at a path until the tests of a file end. Throws if this user may not: outside Linux, or without root. */
export function mount(parameters: readonly string[], path: string): void {
  execFileSync('mount', [...parameters, path], { stdio: 'pipe' });
  afterAll(() => void attempt(() => execFileSync('umount', ['--lazy', path], { stdio: 'pipe' })));
}

/** Returns the folder of a disk of 128 KiB. */
export function mountRamDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-ram-disk-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  mount(['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs'], folder);
  return folder;
}

/** Tries something that may be impossible on this machine. */
export function attempt<T>(action: () => T): Result<T, Impossible> {
  return Result.fromThrowable(action, (error) => ({
    code: 'impossible',
    message: error instanceof Error ? error.message.trim() : String(error),
  }))();
}

/** Why something is impossible on this machine. */
interface Impossible {
  readonly code: string;
  readonly message: string;
}

/** The end of the title of a test that is skipped if an attempt failed. */
export function whySkipped(attempted: Result<unknown, Impossible>): string {
  if (attempted.isOk()) return '';
  const [first, reason = first] = attempted.error.message.split('\n'); // of a command that failed, the first line is the command itself
  return ` (skipped: ${reason})`;
}

/** Runs an action as another user than root. Root may write to any file, whatever its mode. */
export async function withoutPrivileges<T>(action: () => Promise<T>): Promise<T> {
  const user = process.geteuid?.();
  if (user !== 0) return action();
  process.seteuid?.(65534);
  try {
    return await action();
  } finally {
    process.seteuid?.(user);
  }
}
