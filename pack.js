// Packs every package into one folder, `tarballs` unless another is named, for `npm install ./tarballs/*.tgz` in a project.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { argv } from 'node:process';

const [folder = 'tarballs'] = argv.slice(2);
rmSync(folder, { recursive: true, force: true }); // none of an earlier version
mkdirSync(folder);
const args = ['pack', '--workspace', 'packages', '--pack-destination', folder, '--silent'];
execFileSync('npm', args, { cwd: import.meta.dirname, stdio: 'inherit' });
