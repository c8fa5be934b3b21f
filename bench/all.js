// Builds the packages and runs every benchmark, one after the other.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: 'inherit' });

const startedAt = Date.now();
run('npm', ['run', '--silent', 'build', '--', '--no-dts'], join(here, '..'));
for (const name of ['http', 'file', 'postgres']) {
  run('npm', ['run', '--silent', name, '--', ...process.argv.slice(2)], here);
}
console.log(`Done in ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
