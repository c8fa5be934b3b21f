import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests run on the sources: no build first, and nothing stale. */
const conditions = ['@petstore/source'];

/** The packages that the others stand on, whose branches are counted. */
const covered = ['core', 'http', 'storage-memory', 'storage-json'];

export default defineConfig({
  resolve: { conditions: [...conditions, 'node', 'module'] },
  ssr: { resolve: { conditions: [...conditions, 'node', 'module'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'examples/**/*.test.ts',
      'eslint-rules/*.test.ts',
      'test/*.test.ts',
    ],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/setup.ts',
    reporters: ['default', './test/skips-reporter.ts'],
    maxWorkers: 2 * availableParallelism(), // much of the time is spent waiting
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    tags: [
      { name: 'slow', description: 'Takes too long to be tried on every mutant, or more rights than a worker has.' },
    ],
    coverage: {
      include: covered.map((name) => `packages/${name}/src/**/*.ts`),
      exclude: ['**/*.test-d.ts'], // tests of types
      thresholds: Object.fromEntries(covered.map((name) => [`packages/${name}/src/**`, { branches: 95 }])),
      reporter: ['text'],
    },
  },
});
