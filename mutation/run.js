import { argv, env } from 'node:process';
import { Stryker } from '@stryker-mutator/core';

/**
 * Changes the sources of packages (`core`) or of files (`core/json`) bit by bit, and fails where the tests notice less than
 * 90 % of the changes in one of them.
 */
const names = argv.length > 2 ? argv.slice(2) : ['core', 'storage-memory', 'http', 'storage-json'];

for (const name of names) {
  const [folder, file = '*'] = name.split('/');
  env.MUTATED_PACKAGE = folder; // for tests.ts, which runs in a process of its own
  const stryker = new Stryker({
    mutate: [`packages/${folder}/src/**/${file}.ts`, '!**/*.test.ts', '!**/*.test-d.ts', '!**/testing/**'],
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(env.CONCURRENCY ?? 1),
    thresholds: { high: 100, low: 95, break: 90 },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    warnings: false,
  });
  await stryker.runMutationTest();
}
