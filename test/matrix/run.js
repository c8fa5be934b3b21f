// Tests the packed package on the newest release of every version of Node that is supported.
import { execFileSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { argv, env, stdout } from 'node:process';

const versions = argv.length > 2 ? argv.slice(2) : ['20', '22', '24', '26'];
for (const version of versions) {
  const node = findNode(version);
  // The programs that the tests start find the same Node.
  const path = `${dirname(node)}${delimiter}${env.PATH ?? ''}`;
  stdout.write(`Node ${version}: ${node}\n`);
  execFileSync(node, ['node_modules/vitest/vitest.mjs', 'run', 'test/packed-package.system.test.ts'], {
    stdio: 'inherit',
    env: { ...env, PATH: path },
  });
}

/**
 * Installs a version of Node, and returns where it is. The npm package `node` gets its program by an install script. Without that program, npx runs the Node of the PATH.
 *
 * @param {string} version
 */
function findNode(version) {
  const print = 'process.version + " " + process.execPath';
  const args = ['--yes', '--ignore-scripts=false', `node@${version}`, '-p', print];
  const [found = '', path = ''] = execFileSync('npx', args, { encoding: 'utf8' }).trim().split(' ');
  if (found.startsWith(`v${version}.`)) return path;
  throw new Error(
    `npx ran Node ${found} (${path}) instead of ${version}. Empty its cache, then try again: npm cache npx rm --force`,
  );
}
