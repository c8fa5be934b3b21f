import { bundleProgram } from '@petstore/test-support/program';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

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
