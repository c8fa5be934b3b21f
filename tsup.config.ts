import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** What a package may be entered by: the name in `dist`, and its source. */
const entries = {
  index: 'src/index.ts',
  internal: 'src/internal.ts',
  testing: 'src/testing/index.ts',
  main: 'src/main.ts',
};

/** The command starts in half the time when it does not have to find and load a hundred files: it holds what it needs. */
const command: Options = {
  format: 'esm',
  external: ['fs-native-extensions', 'pg'], // each looks for files of its own
  esbuildOptions: (options) => {
    options.conditions = ['@petstore/source'];
  },
  // The page looks for its scripts and its style beside the folder that its code is in.
  onSuccess: () => {
    rmSync('packages/cli/assets', { recursive: true, force: true });
    cpSync('packages/docs/assets', 'packages/cli/assets', { recursive: true });
    return Promise.resolve();
  },
};

/** A library is built for `import` and for `require`. */
const library: Options = {
  format: ['esm', 'cjs'],
  skipNodeModulesBundle: true,
  noExternal: ['lowdb'],
  esbuildOptions(options, { format }) {
    if (format === 'esm')
      options.external = [...(options.external ?? []), 'lowdb']; // `require` cannot load it on Node 20
    else options.define = { ...options.define, 'import.meta.url': 'fileUrl' };
  },
};

/** The packages that read `import.meta.url`, which CommonJS does not have. */
const locatesItself = ['docs', 'storage-json'];
const fileUrl = "'use strict'; const fileUrl = require('node:url').pathToFileURL(__filename).href;";

export default defineConfig(
  readdirSync('packages').flatMap((name): Options[] => {
    const folder = `packages/${name}`;
    const entry = Object.fromEntries(
      Object.entries(entries)
        .map(([output, source]) => [output, `${folder}/${source}`] as const)
        .filter(([, source]) => existsSync(source)),
    );
    if (Object.keys(entry).length === 0) return [];
    return [
      {
        name,
        entry,
        outDir: `${folder}/dist`,
        target: 'node20',
        sourcemap: true,
        clean: true,
        removeNodeProtocol: false,
        splitting: name !== 'http', // a file shared with its internal entry would cost browsers bytes
        ...(name === 'cli' ? command : library),
        banner: ({ format }) => (format === 'cjs' && locatesItself.includes(name) ? { js: fileUrl } : {}),
      },
    ];
  }),
);
