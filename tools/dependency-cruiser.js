import { existsSync, readFileSync } from 'node:fs';

/** Which packages the sources of each package may import. */
const allowedImports = {
  core: [],
  http: ['core'],
  'http-node': ['docs-page', 'http', 'core'],
  client: ['http', 'core'],
  'storage-memory': ['core'],
  'storage-json': ['storage-memory', 'core'],
  'storage-postgres': ['core'],
  'docs-page': ['http'],
  conformance: ['testing', 'http-node', 'docs-page', 'http', 'storage-memory', 'core'],
  testing: ['client', 'http-node', 'http', 'storage-memory', 'core'],
  'petstore-kit': [
    'client',
    'conformance',
    'docs-page',
    'testing',
    'http-node',
    'http',
    'storage-memory',
    'storage-json',
    'storage-postgres',
    'core',
  ],
};

/** The folders of the conformance run, in the direction of their imports. A folder imports none before it. */
const conformanceFolders = ['run', 'report', 'cases', 'player', 'harness', 'adapter', 'observation'];

/** Tests may import what their package may not: another package to test against, a development dependency. */
const tests = '[.]test(-d)?[.]ts$|/test/';
const publicEntries = [
  '^packages/[^/]+/src/(index|awkward-values|contract/index)[.]ts$',
  '^packages/petstore-kit/src/[^/]+[.]ts$',
  '^test/support/[^/]+/index[.]ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Imports make no cycle, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(allowedImports).map(([name, targets]) => ({
      name: `imports-of-${name}`,
      comment: `${name} may import ${targets.join(', ') || 'no other package'}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/${name}/`, pathNot: tests },
      to: {
        path: '^(packages|examples|bench|test|verdicts)/',
        pathNot: `^packages/(${[name, ...targets].join('|')})/`,
      },
    })),
    ...Object.keys(allowedImports).map((name) => ({
      name: `undeclared-by-${name}`,
      comment: `packages/${name}/package.json names every other package that its sources import.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/${name}/`, pathNot: tests },
      to: { path: '^packages/', pathNot: `^packages/(${[name, ...packagesDeclaredBy(name)].join('|')})/` },
    })),
    ...conformanceFolders.slice(1).map((name, index) => ({
      name: `direction-of-${name}`,
      comment: `Imports between the folders of the conformance run go one way: ${conformanceFolders.join(', ')}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/conformance/src/${name}/` },
      to: { path: `^packages/conformance/src/(${conformanceFolders.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'imports-of-a-new-package',
      comment: 'A package needs its line in the table above before it imports another.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: `^packages/(${Object.keys(allowedImports).join('|')})/` },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'nothing-imports-the-front-door',
      comment: 'Only examples and the tests of the whole import the front door.',
      severity: 'error',
      from: { pathNot: '^(packages/petstore-kit|examples|bench|test)/' },
      to: { path: '^packages/petstore-kit/' },
    },
    {
      name: 'no-deep-path',
      comment: 'A package reaches another only through its public entry.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|test/support|[^/]+)/' },
      to: { path: '^(packages|test/support)/', pathNot: [...publicEntries, '^$1/'] },
    },
    {
      name: 'no-relative-path-across-packages',
      comment: 'A package reaches another by its name.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|test/support|[^/]+)/' },
      to: {
        path: '^(packages|test/support)/',
        pathNot: '^$1/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'not-resolvable',
      comment: 'What is imported exists, and is exported.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^node:sqlite$' }, // Node 20 has none
    },
    {
      name: 'no-development-dependency',
      comment: 'What a package needs when it is installed stands in its dependencies; the command holds it itself.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [tests, '^packages/petstore-kit/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages/petstore-kit/(dist|examples)|examples/web|verdicts/clients/javascript)/' }, // the last two have dependencies of their own
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};

/**
 * What a package says that it needs: the command holds its own packages itself, so they are there only while it is built.
 *
 * @param {string} name
 * @returns {readonly string[]}
 */
function packagesDeclaredBy(name) {
  const manifest = `packages/${name}/package.json`;
  if (!existsSync(manifest)) return [];
  const fields = ['dependencies', 'peerDependencies', ...(name === 'petstore-kit' ? ['devDependencies'] : [])];
  const declared = /** @type {Record<string, Record<string, string>>} */ (JSON.parse(readFileSync(manifest, 'utf8')));
  return fields
    .flatMap((field) => Object.keys(declared[field] ?? {}))
    .filter((dependency) => dependency.startsWith('@petstore/'))
    .map((dependency) => dependency.slice('@petstore/'.length));
}
