// Packs every package into one folder, `tarballs` unless another is named, for `npm install ./tarballs/*.tgz` in a project.
import { execSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { argv } from 'node:process';

const [folder = 'tarballs'] = argv.slice(2);
rmSync(folder, { recursive: true, force: true }); // no tarball of an earlier version stays
mkdirSync(folder);
const command = `npm pack --workspace packages --pack-destination "${folder}" --silent`; // through a shell: npm is npm.cmd on Windows
execSync(command, { cwd: import.meta.dirname, stdio: 'inherit' });
