import { argv, env } from 'node:process';
import { Stryker } from '@stryker-mutator/core';

/** The packages, and the percentage of their mutants that the tests must kill. */
const least = /** @type {const} */ ({
  core: 90,
  'storage-memory': 90,
  http: 90,
  client: 90,
  'storage-json': 90,
  'http-node': 85,
  'storage-postgres': 85,
  cli: 85,
});

/** Mutates whole packages (`core`) or single files (`core/json`), and fails if the tests kill too few of the mutants. */
const names = argv.length > 2 ? argv.slice(2) : Object.keys(least);

/** Tests, and two files of the command that run only in child processes. */
const notMutated = [
  ...['**/*.test.ts', '**/*.test-d.ts', '**/testing/**'],
  ...['packages/cli/src/main.ts', 'packages/cli/src/serve.ts'],
].map((path) => `!${path}`);

for (const name of names) {
  const [folder = '', file = '*'] = name.split('/');
  env.MUTATED_PACKAGE = folder; // for tests.ts, which runs in a process of its own
  const stryker = new Stryker({
    mutate: [`packages/${folder}/src/**/${file}.ts`, ...notMutated],
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(env.CONCURRENCY ?? 1),
    thresholds: { high: 100, low: 95, break: least[/** @type {keyof typeof least} */ (folder)] },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    warnings: false,
  });
  await stryker.runMutationTest();
}
