// Runs before each file of tests.
import { configureGlobal } from 'fast-check';
import { runs } from '@petstore/test-support/runs';

configureGlobal({ numRuns: runs });

// A warning of Node fails the run. What is experimental differs between its versions: node:sqlite in 22, the `localStorage` that MSW
// looks for in 26. This file runs once for each file of tests, in the same process.
process.removeAllListeners('warning').on('warning', ({ name, message, stack }) => {
  if (name === 'ExperimentalWarning') return;
  throw new Error(`Node warns: ${name}: ${message}`, { cause: stack });
});
