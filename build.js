// Builds every package. tsup makes the JavaScript. Meanwhile TypeScript checks the types of the sources and the tests of types
// (.test-d.ts), and writes the declarations into a folder of their own. Then they go beside the JavaScript: .d.ts for `import`, and
// the same text as .d.cts for `require`. TypeScript 7 takes a third of the time of TypeScript 5, which ESLint and typedoc still need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path/posix';
import process, { exit } from 'node:process';

const declared = mkdtempSync(join(tmpdir(), 'petstore-declarations-'));
process.once('exit', () => {
  rmSync(declared, { recursive: true });
});
const codes = await Promise.all([
  run('tsup --silent'),
  run(
    `npm run --silent tsc -- --project tsconfig.sources.json --noEmit false --declaration --emitDeclarationOnly --rootDir . --outDir "${declared}"`,
  ),
]);
if (codes.some((code) => code !== 0)) exit(1);

for (const name of readdirSync('packages')) {
  for (const entry of ['index', 'internal', 'testing/index']) {
    if (existsSync(`packages/${name}/src/${entry}.ts`)) write(`packages/${name}/src/${entry}.d.ts`);
  }
}

/** @param {string} command */
async function run(command) {
  const [code] = /** @type {[number]} */ (await once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit'));
  return code;
}

/**
 * Writes a declaration and those that it imports. A declaration that no entry leads to stays private.
 *
 * @param {string} path
 */
function write(path) {
  const target = path.replace('/src/', '/dist/');
  if (existsSync(target)) return; // this run wrote it: tsup has emptied the folder
  const text = readFileSync(join(declared, path), 'utf8');
  const imports = /((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replace(imports, '$1.js'));
  writeFileSync(target.replace(/ts$/, 'cts'), text.replace(imports, '$1.cjs'));
  for (const [, start = ''] of text.matchAll(imports))
    write(join(dirname(path), `${start.replace(/.*['"]/, '')}.d.ts`));
}
