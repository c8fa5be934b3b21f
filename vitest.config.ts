import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

if (/[#%?]/.test(import.meta.dirname)) {
  throw new Error(`Vitest takes # % ? in a path for parts of a URL: rename the folder, ${import.meta.dirname}.`);
}

/** The packages whose branches are counted, and how many percent of them the tests must reach. */
const branches = {
  core: 90,
  http: 90,
  client: 90,
  'storage-memory': 90,
  'storage-json': 90,
  'http-node': 85,
  'storage-postgres': 85,
  testing: 85,
  conformance: 85,
  'petstore-kit': 85,
};

/** A test that starts a process, a browser or a database, judges a client by all cases of the conformance run, or lints. */
const system = '{packages,examples,tools,test,verdicts}/**/*.system.test.ts';

export default defineConfig({
  // Tests run on the sources: no build first, and nothing stale.
  resolve: {
    alias: [
      { find: /^petstore-kit$/, replacement: `${import.meta.dirname}/packages/petstore-kit/src/index.ts` },
      { find: /^petstore-kit\/(.*)$/, replacement: `${import.meta.dirname}/packages/petstore-kit/src/$1.ts` },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{packages,examples,tools,test,verdicts}/**/*.test.ts'], exclude: [system] },
      },
      { extends: true, test: { name: 'system', include: [system], globalSetup: 'test/system-setup.ts' } },
    ],
    exclude: [...configDefaults.exclude, 'packages/petstore-kit/examples/**'], // the build copies the examples there
    setupFiles: 'test/setup.ts',
    isolate: false, // the files of a worker share its modules: this saves a seventh of the time
    // No test measures time: these limits end what hangs. A busy machine must not reach them.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    slowTestThreshold: 60_000, // which test is slow says more about the machine: --reporter=verbose shows each duration
    expect: { poll: { timeout: 1_200_000 } },
    maxWorkers: 3 * availableParallelism(), // much of the time is spent waiting
    onConsoleLog(text) {
      throw new Error(`A test printed this. Assert what is expected there, and print nothing:\n${text}`);
    },
    tags: [
      { name: 'slow', description: 'Takes too long to be tried on every mutant, or more rights than a worker has.' },
    ],
    coverage: {
      provider: 'custom', // that of V8, which is installed in a folder of its own
      customProviderModule: `${import.meta.dirname}/tools/node_modules/@vitest/coverage-v8/dist/index.js`,
      include: Object.keys(branches).map((name) => `packages/${name}/src/**/*.ts`),
      exclude: [
        '**/*.test-d.ts', // tests of types
        'packages/petstore-kit/src/{main,command/serve}.ts', // run only in processes of their own, which are not counted
      ],
      thresholds: Object.fromEntries(
        Object.entries(branches).map(([name, least]) => [`packages/${name}/src/**`, { branches: least }]),
      ),
      reporter: ['text'],
    },
  },
});
