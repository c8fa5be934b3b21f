import { env } from 'node:process';

/** The packages, and the percentage of their mutants that the tests must kill. */
export const minimum = /** @type {const} */ ({
  core: 90,
  'storage-memory': 90,
  http: 90,
  client: 90,
  'storage-json': 90,
  'http-node': 85,
  'storage-postgres': 85,
  'petstore-kit': 85,
});

/** Tests, and two files of the command that run only in child processes. */
const notMutated = [
  ...['**/*.test.ts', '**/*.test-d.ts', '**/contract/**'],
  ...['packages/petstore-kit/src/main.ts', 'packages/petstore-kit/src/command/serve.ts'],
].map((path) => `!${path}`);

const { MUTATED_PACKAGE: name = '', MUTATED_FILE: file = '*' } = env; // run.js sets them

export default {
  mutate: [`packages/${name}/src/**/${file}.ts`, ...notMutated],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(env.CONCURRENCY ?? 1),
  thresholds: { high: 100, low: 95, break: minimum[/** @type {keyof typeof minimum} */ (name)] },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  warnings: false,
};
