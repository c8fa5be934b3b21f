import { bundleProgram } from '@petstore/test-support/program';
import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a stall of createTestFetch keeps the process alive until the timeout of the client', async () => {
  const child = await promisify(execFile)(execPath, [await bundleProgram(`${import.meta.dirname}/stalled-child.ts`)]);
  expect(child.stdout).toBe('STALL_HEADERS TimeoutError\nSTALL_BODY TimeoutError\n');
});
