// Runs in each test file: gives fast-check the seed of the run.
import * as fc from 'fast-check';
import { env } from 'node:process';

fc.configureGlobal({ seed: Number(env.PETSTORE_TEST_SEED) });
