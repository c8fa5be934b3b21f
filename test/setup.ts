// Runs before each file of tests.
import { configureGlobal } from 'fast-check';
import { runs } from '@petstore/test-support/runs';

configureGlobal({ numRuns: runs });

// A warning of Node fails the run, except for the one of node:sqlite in Node 22. This file runs once for each file of tests, in the same
// process.
process.removeAllListeners('warning').on('warning', ({ name, message, stack }) => {
  if (message.startsWith('SQLite is an experimental feature')) return;
  throw new Error(`Node warns: ${name}: ${message}`, { cause: stack });
});
