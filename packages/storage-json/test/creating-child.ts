/*
 * A process to kill: `creating-child.ts FILE ROUND` creates pets concurrently until it is killed, and reports each acknowledged
 * pet in a line on stdout.
 */
import { unwrap } from '@petstore/core';
import { writeSync } from 'node:fs';
import { openJsonStorage } from '../src/index.ts';

const [path = '', round = ''] = process.argv.slice(2);
const storage = await unwrap(openJsonStorage(path));
report({ opened: true });

await Promise.all(
  Array.from({ length: 8 }, async (_, creator) => {
    for (let turn = 0; ; turn++) {
      const name = `${round}-${creator}-${turn} ${'x'.repeat((turn * 37) % 500)}`;
      report(await unwrap(storage.insert({ name, categoryId: turn, status: 'available' })));
    }
  }),
);

/** Writes synchronously, so that no acknowledgement is lost with the process. Waits if the pipe is full. */
function report(line: object): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
