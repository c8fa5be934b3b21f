// Runs in each test file: sets the seed of fast-check, and draws a tenth of the tests in `test/` of a package.
import { drawTest } from '@petstore/test-support/short-run';
import * as fc from 'fast-check';
import { env } from 'node:process';
import { beforeEach, expect } from 'vitest';

fc.configureGlobal({ seed: Number(env.PETSTORE_TEST_SEED) });
if (/\/packages\/[^/]+\/test\//.test(expect.getState().testPath ?? '')) beforeEach(drawTest);
