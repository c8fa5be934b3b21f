// What an import weighs in a browser. It needs a build (`npm run build`).
import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { root } from './documents.ts';

/** What a user imports, and the bytes that the import should weigh, minified and gzipped. docs/costs.md has the figures. */
const aims = [
  { name: 'unwrap', imports: '{ unwrap }', bytes: 2_000 },
  { name: 'isPetStatus', imports: '{ isPetStatus, petStatuses }', bytes: 200 },
  { name: 'exact JSON', imports: '{ parseJson, stringifyJson }', bytes: 6_000 },
  { name: 'the client', imports: '{ createClient }', bytes: 18_000 },
  { name: 'a store and its fetch handler', imports: '{ createPetStore, createFetchHandler }', bytes: 34_000 },
  { name: 'everything', imports: '*', bytes: 40_000 },
];

// The titles have the sizes: `npx vitest run test/bundle-size --reporter=verbose` prints them.
const sizes = await Promise.all(
  aims.map(async ({ name, imports, bytes }) => ({ name, aim: bytes, size: await measureImport(imports) })),
);

test.each(sizes)('$name weighs $size bytes, and the aim is $aim', ({ size, aim }) => {
  expect(size).toBeLessThan(aim * 1.1);
});

/** Bundles an import of the built package as an app for browsers does. Returns its size in bytes. */
async function measureImport(imports: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${imports} from './index.js';`, resolveDir: join(root, 'packages/petstore-kit/dist') },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    write: false,
    logLevel: 'error', // it warns of what `sideEffects` lets it drop, except in node_modules
    tsconfigRaw: '{}', // not the one of this repository, which leads to the sources
  });
  return gzipSync(outputFiles.map(({ text }) => text).join(''), { level: 9 }).length;
}
