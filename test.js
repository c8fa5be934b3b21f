// Runs the checks beside the tests, which wait much of the time. What the checks print comes last. Arguments go to vitest.
import { spawn } from 'node:child_process';
import console from 'node:console';
import { once } from 'node:events';
import { argv, exit, stdout } from 'node:process';

const checks = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
let printed = '';
for (const stream of [checks.stdout, checks.stderr]) {
  stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (printed += text));
}
const checked = once(checks, 'close');

const passed =
  (await succeeds('npm', 'run', '--silent', 'build')) && (await succeeds('npx', 'vitest', 'run', ...argv.slice(2)));
const [checkCode] = await checked;
stdout.write(printed);
if (checkCode !== 0) console.error('The checks failed: see above.');
exit(passed && checkCode === 0 ? 0 : 1);

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {string[]} args
 */
async function succeeds(program, ...args) {
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
