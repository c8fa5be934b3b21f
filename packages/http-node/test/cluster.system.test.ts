import { bundleProgram } from '@petstore/test-support/program';
import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('each worker of a cluster has a port of its own, and a port in use is a failure', async () => {
  const child = await promisify(execFile)(execPath, [await bundleProgram(`${import.meta.dirname}/cluster-child.ts`)]);
  expect(child.stdout).toMatch(/^two ports 200 200 Cannot listen on 127\.0\.0\.1, port \d+: the port is in use\./);
});
