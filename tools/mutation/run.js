// Mutates whole packages (`core`) or single files (`core/json`), and fails if the tests kill too few of the mutants.
import { spawnSync } from 'node:child_process';
import { argv, env, execPath, exit } from 'node:process';
import { minimum } from './stryker.config.js';

const names = argv.length > 2 ? argv.slice(2) : Object.keys(minimum);
const stryker = [
  'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js',
  'run',
  'tools/mutation/stryker.config.js',
];

const failed = names.filter((name) => {
  const [folder, file] = name.split('/');
  const settings = { MUTATED_PACKAGE: folder, ...(file !== undefined && { MUTATED_FILE: file }) };
  return spawnSync(execPath, stryker, { stdio: 'inherit', env: { ...env, ...settings } }).status !== 0;
});
exit(failed.length === 0 ? 0 : 1);
