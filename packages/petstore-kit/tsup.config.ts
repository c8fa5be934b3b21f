import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import manifest from './package.json' with { type: 'json' };

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** What users import, by the name in `dist`. */
const entries = ['index', 'node', 'json-file', 'postgres', 'testing', 'contract', 'conformance', 'storage'];

/**
 * Modules that get a file of their own in `dist`. A bundler drops whole files that are not used (`sideEffects: false`), but keeps the
 * schemas of a file that it uses, because a schema is made by a call.
 */
const parts = [
  ...['unwrap', 'json', 'int64', 'errors', 'pet-status'].map((name) => `core/src/${name}`),
  ...['address', 'http-error', 'body/body-chunks', 'keys/api-key', 'keys/redact'].map((name) => `http/src/${name}`),
  'client/src/index',
  ...['create-pet-store', 'schemas'].map((name) => `petstore-kit/src/${name}`),
];

const entryFiles = Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`] as const));
const partFiles = Object.fromEntries(parts.map((path) => [`parts/${path}`, `../${path}.ts`] as const));

/**
 * What the tarball holds beside the code: the scripts and the style of the page, and the documents. The hover texts name the
 * guides, and these lead to the examples.
 */
const copies = {
  '../docs-page/assets': 'assets',
  '../../docs': 'docs',
  '../../examples': 'examples',
  '../../CHANGELOG.md': 'CHANGELOG.md',
  '../../LICENSE': 'LICENSE',
};

/** What builds of the examples leave behind, and what only the tests of this repository need. */
const notForUsers = new RegExp(
  `/(?:${[
    'node_modules|target|classes|adapter|__pycache__|examples/package[.]json|package-lock[.]json|Cargo[.]lock',
    'hosts[.]test[.]ts',
    '(?:host-checks|listen|node-sqlite[.]d)[.]ts',
  ].join('|')})$`,
);

/** Bundles of the manifest only the version, which is all that the command imports it for. */
const versionOfManifest: Plugin = {
  name: 'version-of-manifest',
  setup(build) {
    build.onLoad({ filter: /petstore-kit[\\/]package[.]json$/ }, () => {
      return { contents: JSON.stringify({ version: manifest.version }), loader: 'json' };
    });
  },
};

// TypeScript 7 finds the types of Node only if a file names them: else the listener would take `any`. The bundler of the declarations drops
// such a line, so add it once they are written.
process.once('exit', () => {
  for (const file of ['dist/node.d.ts', 'dist/node.d.cts'].filter((name) => existsSync(name))) {
    writeFileSync(file, `/// <reference types="node" />\n${readFileSync(file, 'utf8')}`);
  }
});

const shared: Options = { target: 'node20', splitting: true, removeNodeProtocol: false };

export default defineConfig([
  {
    ...shared,
    name: 'library',
    entry: { ...entryFiles, ...partFiles },
    format: ['esm', 'cjs'],
    noExternal: ['lowdb'],
    esbuildOptions(options, { format }) {
      if (format === 'esm') {
        options.external = [...(options.external ?? []), 'lowdb']; // `require` cannot load it on Node 20
        return;
      }
      // The shim of tsup takes the address of the page if there is a `document`, as in Jest with jsdom.
      options.define = { ...options.define, 'import.meta.url': 'importMetaUrl' };
      options.inject = [...(options.inject ?? []), 'import-meta-url.ts'];
    },
    dts: {
      entry: entryFiles,
      banner: '/// <reference lib="esnext.disposable" />', // for AsyncDisposable
      compilerOptions: {
        noCheck: true, // `npm run check` checks the types, and `npm run test:all` these declarations
        // The declarations of the private packages become part of those of this one.
        paths: {
          '@petstore/core/awkward-values': ['../core/src/awkward-values.ts'],
          '@petstore/core/contract': ['../core/src/contract/index.ts'],
          '@petstore/*': ['../*/src/index.ts'],
        },
      },
    },
    onSuccess() {
      rmSync('dist/parts', { recursive: true, force: true }); // they only lead to files that the entries share
      for (const [source, target] of Object.entries(copies)) {
        rmSync(target, { recursive: true, force: true });
        cpSync(source, target, { recursive: true, filter: (path) => !notForUsers.test(path) });
      }
      return Promise.resolve();
    },
  },
  {
    ...shared,
    name: 'command',
    entry: ['src/main.ts'],
    format: 'esm',
    esbuildPlugins: [versionOfManifest],
    // It starts in 0.6 of the time when it does not have to find and load a hundred files.
    noExternal: [/^(?!(?:fs-native-extensions|pg)$)/], // pg calls require, and the other one looks for files of its own
  },
]);
