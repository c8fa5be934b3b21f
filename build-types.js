// Writes the declarations of every package into its dist, beside the JavaScript of tsup: .d.ts for `import`, and the same as .d.cts
// for `require`. One compiler for all packages takes a fifth of the time of one per package. It does not look for type errors: `npm run typecheck` does.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cwd } from 'node:process';
import ts from 'typescript';

const entries = readdirSync('packages')
  .flatMap((name) => ['index', 'internal', 'testing/index'].map((entry) => resolve(`packages/${name}/src/${entry}.ts`)))
  .filter((path) => existsSync(path));

const { config } = /** @type {{ config: unknown }} */ (
  ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path))
);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, cwd());
const program = ts.createProgram(entries, { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true });

/** @type {Map<string, string>} by their paths, which are beside the sources */
const declarations = new Map();
const { diagnostics } = program.emit(undefined, (path, text) => declarations.set(path, text), undefined, true);
if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
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
