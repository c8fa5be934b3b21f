import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Starts a script of this folder in a process of its own. */
export function startChild(
  script: string,
  ...parameters: readonly string[]
): ChildProcessByStdio<null, Readable, null> {
  const { pathname } = new URL(script, import.meta.url);
  return spawn(process.execPath, ['--conditions=@petstore/source', '--import', 'tsx', pathname, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
