// Runs in each test file: sets the seed of fast-check.
import * as fc from 'fast-check';
import { env } from 'node:process';

fc.configureGlobal({ seed: Number(env.PETSTORE_TEST_SEED) });
