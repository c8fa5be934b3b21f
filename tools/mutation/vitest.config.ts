import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));
const support = fileURLToPath(new URL('../../test/support', import.meta.url));

/** The mutants are in a copy of the tree, whose `node_modules` links to the original packages. These names lead to the copy. */
const alias = [
  { find: /^@petstore\/test-support\/([^/]+)$/, replacement: `${support}/$1/index.ts` },
  { find: /^@petstore\/([^/]+)$/, replacement: `${packages}/$1/src/index.ts` },
  { find: /^@petstore\/([^/]+)\/contract$/, replacement: `${packages}/$1/src/contract/index.ts` },
  { find: /^petstore-kit$/, replacement: `${packages}/petstore-kit/src/index.ts` },
  { find: /^petstore-kit\/(.*)$/, replacement: `${packages}/petstore-kit/src/$1.ts` },
];

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['tools/mutation/tests.ts'],
    testTimeout: 15_000, // three times what the longest test takes: many mutants make a test wait for ever
    tags: [{ name: 'slow', skip: true }],
  },
});
