import { builtinModules } from 'node:module';
import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import noDroppedResult from './eslint-rules/no-dropped-result.js';

/** The packages that run in Node, browsers and Workers alike. */
const portable = ['core', 'http', 'client', 'storage-memory'].map((name) => `packages/${name}/src/**/*.ts`);
const tests = ['**/*.test.ts', '**/*.test-d.ts', '**/test/**/*.ts'];

const classicZod = { name: 'zod', message: 'Import zod/mini: one dialect, and less to load.' };
const needsNode = 'This package runs in browsers and Workers too, where Node is not.';

export default defineConfig(
  // bench, examples/web, test/clients, test/tools and verdicts/clients/javascript have dependencies of their own, which a check of the tree does not install.
  globalIgnores([
    '**/dist/',
    '**/target/',
    '**/.venv/',
    'api/',
    'packages/petstore-kit/{assets,docs,examples}/',
    'coverage/',
    '.stryker-tmp/',
    'bench/',
    'examples/web/',
    'test/clients/',
    'test/tools/',
    'verdicts/clients/javascript/',
  ]),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: `${import.meta.dirname}/..` } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { petstore: { rules: { 'no-dropped-result': noDroppedResult } } },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-floating-promises': [
        'error',
        { checkThenables: true, allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off', // `void (await …)` is how a Result is dropped on purpose
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/non-nullable-type-assertion-style': 'off', // it asks for the `!` that another rule forbids
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Where a default stands, it says what becomes of the rest; of a closed union it is a `never` check.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'petstore/no-dropped-result': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off', // a cast stands in a comment, where ESLint does not see it
    },
  },
  {
    files: ['examples/**/*.mjs'],
    languageOptions: { globals: globals.nodeBuiltin },
  },
  {
    files: ['packages/docs-page/assets/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-deprecated': 'off', // an operation is tested until it is gone
      '@typescript-eslint/unbound-method': 'off', // tables of cases are taken apart, and a lost `this` shows when they run
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [classicZod] }] },
  },
  {
    files: portable,
    ignores: tests,
    languageOptions: { globals: { ...globals.es2023, ...globalsOfEveryPlatform(), AsyncDisposable: false } }, // a type
    rules: {
      // Beside tsconfig.portable.json, which knows no Node: this one refuses what only some of the others have.
      'no-undef': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [classicZod, ...builtinModules.map((name) => ({ name, message: needsNode }))],
          patterns: [{ group: ['node:*'], message: needsNode }],
        },
      ],
    },
  },
);

/** The globals that Node 20, browsers and Workers share. */
function globalsOfEveryPlatform() {
  const newerThanNode20 = ['CloseEvent', 'ErrorEvent', 'QuotaExceededError', 'Temporal', 'URLPattern', 'WebSocket'];
  return Object.fromEntries(
    Object.entries(globals['shared-node-browser']).filter(
      ([name]) => name in globals.worker && !newerThanNode20.includes(name),
    ),
  );
}
