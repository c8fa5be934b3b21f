// Gives every package a version, and asks for the same one wherever a package of ours needs another: they are released together.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';

/** @typedef {Record<string, unknown> & { version?: string }} Manifest */

const [version = ''] = argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error('Name the version: npm run set-version 1.2.3');

const folders = [...readdirSync('packages').map((name) => `packages/${name}`), 'examples'];
for (const folder of folders) change(`${folder}/package.json`, setVersion);
change('package-lock.json', ({ packages }) => {
  for (const folder of folders) setVersion(/** @type {Record<string, Manifest>} */ (packages)[folder] ?? {});
});

/**
 * @param {string} path
 * @param {(content: Manifest) => void} edit
 */
function change(path, edit) {
  const content = /** @type {Manifest} */ (JSON.parse(readFileSync(path, 'utf8')));
  edit(content);
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** @param {Manifest} manifest */
function setVersion(manifest) {
  if (manifest.version !== undefined) manifest.version = version;
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
    const needed = /** @type {Record<string, string>} */ (manifest[field] ?? {});
    for (const name of Object.keys(needed)) if (name.startsWith('@petstore/')) needed[name] = version;
  }
}
