import { bundleProgram } from '@petstore/test-support/program';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const bundles = new Map<string, Promise<string>>();

/** Starts a script of this folder in a process of its own. */
export async function startChild(
  script: string,
  ...parameters: readonly string[]
): Promise<ChildProcessByStdio<null, Readable, null>> {
  const bundle = bundles.get(script) ?? bundleProgram(join(import.meta.dirname, script));
  bundles.set(script, bundle);
  return spawn(process.execPath, [await bundle, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Creates a pet in a process of another user. Returns what the process printed: `created` or the message of the failure. */
export async function createAs(uid: number, groups: readonly number[], path: string): Promise<string> {
  const child = await startChild('creating-user-child.ts', path, String(uid), groups.join());
  return (await text(child.stdout)).trim();
}
