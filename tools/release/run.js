// Refuses what cannot be released, runs all checks and tests, packs the package, and says what is left to do by hand.
import { execSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { exit, stderr, stdout } from 'node:process';
import { reasonsNotToRelease } from './reasons-not-to-release.js';

const manifest = readFileSync('packages/petstore-kit/package.json', 'utf8');
const { name, version } = /** @type {{ name: string, version: string }} */ (JSON.parse(manifest));
const reasons = reasonsNotToRelease({
  changes: execSync('git status --porcelain', { encoding: 'utf8' }).trim(),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  manifest,
  isPublished: isPublished(),
});
if (reasons.length > 0) {
  stderr.write(`${reasons.join('\n')}\n`);
  exit(1);
}
for (const command of ['ci', 'run check', 'run test:all', 'pack --workspace petstore-kit']) {
  execSync(`npm ${command}`, { stdio: 'inherit' });
}
stdout.write(`
${name}-${version}.tgz is ready. By hand:
  npm run matrix            the package on every version of Node that is supported, Bun and Deno
  git tag v${version}
  git push origin v${version}    the workflow "release" publishes the package and its image
`);

/** Asks the registry for this version. Fails if it does not answer. */
function isPublished() {
  const answer = spawnSync(`npm view ${name} versions --json`, { shell: true, encoding: 'utf8' }).stdout;
  const versions = /** @type {string[] & { error?: { code: string, summary: string } }} */ (JSON.parse(answer));
  if (versions.error?.code === 'E404') return false;
  if (versions.error) throw new Error(`The registry did not say which versions it has: ${versions.error.summary}`);
  return [versions].flat().includes(version); // a single version is no list
}
