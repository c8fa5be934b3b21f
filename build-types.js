// Writes the declarations (.d.ts) of every package into its dist, beside the JavaScript of tsup: one compiler for all packages
// takes a fifth of the time of one per package. It does not look for type errors: `npm run typecheck` does.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cwd } from 'node:process';
import ts from 'typescript';

const entries = readdirSync('packages')
  .flatMap((name) => ['index', 'testing/index'].map((entry) => `packages/${name}/src/${entry}.ts`))
  .filter((path) => existsSync(path));

const { config } = /** @type {{ config: unknown }} */ (ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, cwd());
const program = ts.createProgram(entries, { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true });
const { diagnostics } = program.emit(undefined, write, undefined, true);
if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));

/**
 * @param {string} path beside the source
 * @param {string} declarations
 */
function write(path, declarations) {
  const target = path.replace(/\/src\//, '/dist/');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, declarations.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}
