// Builds every package. tsup makes the JavaScript. Meanwhile the compiler looks for type errors, those that the tests of types
// (.test-d.ts) provoke among them, and then writes the declarations beside the JavaScript: .d.ts for `import`, and the same as .d.cts
// for `require`. One compiler for all packages takes a fifth of the time of one per package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cwd, exit } from 'node:process';
import ts from 'typescript';

const bundled = once(spawn('tsup --silent', { shell: true, stdio: 'inherit' }), 'exit');

const entries = readdirSync('packages')
  .flatMap((name) => ['index', 'internal', 'testing/index'].map((entry) => resolve(`packages/${name}/src/${entry}.ts`)))
  .filter((path) => existsSync(path));

const declaring = { noEmit: false, declaration: true, emitDeclarationOnly: true };
const read = /** @type {{ config: object }} */ (
  ts.readConfigFile('tsconfig.sources.json', (path) => ts.sys.readFile(path))
);
const { fileNames, options, errors } = ts.parseJsonConfigFileContent(read.config, ts.sys, cwd(), declaring);
const program = ts.createProgram(fileNames, options);

/** @type {Map<string, string>} by their paths, which are beside the sources */
const declarations = new Map();
const emitted = program.emit(undefined, (path, text) => declarations.set(path, text), undefined, true);
const diagnostics = [...errors, ...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
if (diagnostics.length > 0) {
  ts.sys.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), ts.createCompilerHost(options)));
}

const [code] = /** @type {[number]} */ (await bundled);
if (code !== 0 || diagnostics.length > 0) exit(1);
for (const entry of entries) write(entry.replace(/\.ts$/, '.d.ts'));

/**
 * Writes a declaration and those that it imports. What no entry leads to stays private.
 *
 * @param {string} path
 */
function write(path) {
  const text = declarations.get(path);
  if (text === undefined) return;
  declarations.delete(path);
  const imports = /((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g;
  const target = path.replace('/src/', '/dist/');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replace(imports, '$1.js'));
  writeFileSync(target.replace(/ts$/, 'cts'), text.replace(imports, '$1.cjs'));
  for (const [, start = ''] of text.matchAll(imports))
    write(join(dirname(path), `${start.replace(/.*['"]/, '')}.d.ts`));
}
