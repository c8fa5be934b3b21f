// Installs the tools of the named folders, each by its own lock file, if they are not there yet.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { argv } from 'node:process';

for (const folder of argv.slice(2).filter((name) => !existsSync(`${name}/node_modules`))) {
  execFileSync(`npm ci --no-audit --no-fund --prefix ${folder}`, { shell: true, stdio: 'inherit' });
}
