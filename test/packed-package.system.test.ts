// The package as a user has it: packed, installed into a project outside this repository, type-checked, run and bundled there.
// It needs a build (`npm run build`). `npm run matrix` runs it on every version of Node that is supported.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { storageContract } from '@petstore/core/contract';
import { provideDatabase, type ProvidedDatabase } from '@petstore/test-support/postgres';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleForBrowsers, runInBrowser } from './browser-bundle.ts';
import { domEnvironments, writeCommonJs } from './commonjs-project.ts';
import { databaseOfDocuments, deadLinks, documents, expectedOutput, root, snippetsIn } from './documents.ts';
import { runScript, startInstalledCommand } from './installed-command.ts';
import { installPackage, type InstalledProject } from './installed-project.ts';
import { readManifest } from './manifest.ts';

let project: InstalledProject;
beforeAll(async () => {
  project = await installPackage(installLines);
  return () => project.remove();
});

/** Where Jest is: its 3,200 files would be a seventh of what `npm ci` installs. */
const matrixModules = join(root, 'test/matrix/node_modules');

const snippets = snippetsIn('ts').map((snippet, index) => ({ ...snippet, name: `snippet-${index}` }));
/** Tests for node:test, which a reader saves and runs. */
const tests = snippetsIn('ts test').map((snippet, index) => ({ ...snippet, name: `snippet-${index}.test.mjs` }));
/** The files for Jest, whose names do not collide. */
const jestFile = snippetsIn('js jest')
  .map(({ code }) => code)
  .join('');
/** How the README installs the package. */
const installLines = snippetsIn('sh')
  .flatMap(({ path, code }) => (path === 'README.md' && code.includes('npm pack') ? [code] : []))
  .flatMap((code) => code.trim().split(/(?: &&)?\n/));
/** How the guide starts the command, and calls it. */
const commandLines = snippetsIn('sh')
  .filter(({ path }) => path === 'docs/from-a-shell.md')
  .flatMap(({ code }) => code.trim().split('\n'));
const startLine = commandLines.find((line) => line.startsWith('npx petstore-kit --port')) ?? '';
const curlLines = commandLines.filter((line) => line.startsWith('curl '));
/** The terminal of the README: each command, with the lines that it prints. */
const terminal = snippetsIn('console')
  .flatMap(({ path, code }) => (path === 'README.md' ? code.trim().split('\n$ ') : []))
  .map((block) =>
    block
      .replace(/^\$ /, '')
      .replace(/ \\\n */g, ' ')
      .split('\n'),
  )
  .map(([command = '', ...printed]) => ({ command, printed }));
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;
/** What users import the package by. */
const entries = Object.keys(readManifest(join(root, 'packages/petstore-kit')).exports ?? {})
  .filter((entry) => entry !== './package.json')
  .map((entry) => `petstore-kit${entry.slice(1)}`);

describe('the packed package', () => {
  const installed = () => join(project.folder, 'node_modules/petstore-kit');
  const files = () => readdirSync(installed(), { recursive: true, encoding: 'utf8' });

  test('passes publint', async () => {
    expect((await publint({ pkgDir: installed(), pack: false, strict: true })).messages).toEqual([]);
  });

  test('has types that every kind of module resolves', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(project.tarball)));
    expect(analysis.types === false ? ['no types'] : analysis.problems).toEqual([]);
  });

  test('declares what it imports, and nothing else', () => {
    const { dependencies, peerDependencies } = readManifest(installed());
    expect(importedBy(join(installed(), 'dist'))).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
  });

  test('has its documents, its licence and its examples, and no sources', () => {
    const guides = documents.flatMap(({ path }) => (path.startsWith('docs/') ? [path] : []));
    expect(files()).toEqual(expect.arrayContaining(guides));
    expect(readFileSync(join(installed(), 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    const documentsAndFolders = ['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY.md', 'assets', 'dist', 'docs'];
    expect(readdirSync(installed()).sort()).toEqual([...documentsAndFolders, 'examples', 'package.json']);
  });

  test('has only the examples that their README links to', () => {
    const readme = readFileSync(join(installed(), 'examples/README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    const names = readdirSync(join(installed(), 'examples'));
    const unlinked = names.filter((name) => !links.some((link) => link === name || link.startsWith(`${name}/`)));
    expect(unlinked).toEqual(['README.md']);
  });

  test('has the adapters to begin with, without their lock files', async () => {
    await project.node(['node_modules/petstore-kit/dist/main.js', 'conformance', 'init', 'python']);
    expect(readdirSync(project.folder)).toEqual(expect.arrayContaining(['adapter.py', 'protocol.py']));
    expect(files().filter((file) => /(?:lock|lock[.]json|[.]sum)$/.test(file))).toEqual([]);
    const folders = [
      'python/adapter.py',
      'ruby/adapter.rb',
      'php/adapter.php',
      'java/Adapter.java',
      'rust/adapter.rs',
      'shell/adapter.sh',
    ];
    const common = folders.map((file) => file.replace('adapter', 'protocol').replace('Adapter', 'Protocol'));
    expect(files()).toEqual(
      expect.arrayContaining([...folders, ...common].map((file) => `examples/conformance/${file}`)),
    );
  });

  test('holds of its manifest only the version in the code of its command', () => {
    const code = files().filter((file) => /^dist[\\/].*[.]c?js$/.test(file));
    const texts = code.map((file) => readFileSync(join(installed(), file), 'utf8'));
    expect(texts.filter((text) => text.includes('typesVersions'))).toEqual([]);
  });

  test('has what every link of its documents leads to', () => {
    const pages = files().filter((file) => file.endsWith('.md'));
    const dead = pages.flatMap((page) => {
      const text = readFileSync(join(installed(), page), 'utf8');
      return deadLinks(text, join(installed(), dirname(page))).map((link) => `${page}: ${link}`);
    });
    expect(dead).toEqual([]);
  });

  test('names no folder of the machine that built it', () => {
    const built = files().filter((file) => /[.](?:c?js|d[.]c?ts|map)$/.test(file));
    expect(built.filter((file) => readFileSync(join(installed(), file), 'utf8').includes(root))).toEqual([]);
    expect(files().filter((file) => file.endsWith('.map'))).toEqual([]);
  });

  const privateNames = 'no package, no zod, no renamed type, no link that hovers do not follow';
  test(`has no private name in its declarations: ${privateNames}`, () => {
    const declarations = files().filter((file) => /[.]d[.]c?ts$/.test(file));
    expect(declarations).not.toEqual([]);
    const privateName = /@petstore\/|\b[A-Z]\w*\$\d|\{@link|\bzod\b|\blowdb\b/;
    expect(declarations.filter((file) => privateName.test(readFileSync(join(installed(), file), 'utf8')))).toEqual([]);
  });
});

describe('a project that installs the packed package', () => {
  let database: ProvidedDatabase;
  beforeAll(async () => {
    database = await provideDatabase();
    return () => database.stop();
  });

  let printedByCompiler: string;
  beforeAll(async () => {
    for (const { name, code } of snippets) {
      await writeFile(
        join(project.folder, `${name}.ts`),
        `${code.replace(databaseOfDocuments, database.connectionString)}\nexport {};\n`,
      );
    }
    for (const { name, code } of tests) await writeFile(join(project.folder, name), code);
    const imports = entries.map((name, index) => `export * as entry${index} from '${name}';`);
    await writeFile(join(project.folder, 'every-entry.ts'), imports.join('\n'));
    const config = 'export default { test: { testTimeout: 1_800_000, isolate: false } };';
    await writeFile(join(project.folder, 'vitest.config.js'), config);
    // matrix.test.ts checks the types of the package itself; those of the examples' libraries are not ours.
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      skipLibCheck: true,
      types: ['node'],
      outDir: 'built',
      rewriteRelativeImportExtensions: true,
    };
    const tsconfig = JSON.stringify({ compilerOptions, include: ['*.ts', 'examples'] });
    await writeFile(join(project.folder, 'tsconfig.json'), tsconfig);
    printedByCompiler = await compile();
  });

  test('type-checks and compiles the snippets and the examples', () => {
    expect(printedByCompiler).toBe('');
  });

  test.each(snippets)('prints what $path says under $heading', async ({ name, code }) => {
    const printed = await project.node([join('built', `${name}.js`)]);
    expect(printed.split('\n').slice(0, -1)).toEqual(expectedOutput(code));
  });

  test.each(tests)('runs the test of $path under $heading', async ({ name }) => {
    expect(await project.node(['--test', '--test-reporter', 'tap', name])).toMatch(/^# pass [1-9]\d*$[^]*^# fail 0$/m);
  });

  test('runs every example', async () => {
    const args = 'run --dir built --reporter json --config vitest.config.js'; // otherwise one from a parent folder is used
    const report = await project.node(['node_modules/vitest/vitest.mjs', ...args.split(' ')]);
    const { success, testResults } = JSON.parse(report) as { success: boolean; testResults: { name: string }[] };
    expect(success).toBe(true);
    expect(testResults).toHaveLength(readdirSync(join(project.folder, 'examples')).filter(isTest).length);
  });

  test('runs the command on PostgreSQL', async () => {
    const line = `petstore-kit --port 0 --api-key my-key --storage ${database.connectionString}`;
    const { address, stop } = await startInstalledCommand(project.folder, line);
    const response = await fetch(`http://${address}/v1/pets`, { headers: { Authorization: 'Bearer my-key' } });
    expect(response.status).toBe(200);
    expect(await stop()).toBe(0);
  });

  test.skipIf(!isInstalled('curl'))(
    'runs the command and the curl lines of its guide (this test needs curl)',
    async () => {
      await rm(join(project.folder, 'pets.json'), { force: true }); // an example may have left it
      const { address, stop } = await startInstalledCommand(project.folder, startLine);
      const answers: string[] = [];
      for (const line of curlLines) answers.push(await curl(line, address));
      const rex = '{"id":1,"name":"Rex","categoryId":1}';
      expect(answers).toEqual([rex, `[${rex}]`]);
      expect(await stop()).toBe(0);
    },
  );

  test.skipIf(!isInstalled('curl'))('prints what the terminal of the README shows (this test needs curl)', async () => {
    await rm(join(project.folder, 'pets.json'), { force: true }); // an example may have left it
    const [start, ...calls] = terminal;
    const line = start?.command.replace('npm start --', 'petstore-kit --port 0') ?? '';
    const { address, screen, stop } = await startInstalledCommand(project.folder, line);
    expect(screen.map((shown) => shown.replaceAll(address, '127.0.0.1:8080'))).toEqual(
      expect.arrayContaining(start?.printed ?? []),
    );
    expect(calls).toHaveLength(2);
    for (const { command, printed } of calls) expect(await curl(command, address)).toBe(printed.join('\n'));
    expect(await stop()).toBe(0);
  });

  test.skipIf(!['bash', 'curl'].every(isInstalled)).each(snippetsIn('bash'))(
    'runs what the guide has in bash (this test needs bash and curl)',
    async ({ code }) => {
      expect((await runScript('bash', project.folder, code)).trim()).toBe('[]');
    },
  );

  test('runs a pet store in a browser', async () => {
    const bundle = await bundleForBrowsers(project.folder);
    expect(await runInBrowser(bundle)).toBe(
      '201 [{"id":1,"name":"Rex","categoryId":9007199254740993}] 9007199254740993',
    );
  });
});

describe('a CommonJS project that installs the packed package', () => {
  beforeAll(() => writeCommonJs(project.folder, entries, jestFile));

  test('loads every entry by require', async () => {
    const printed = await project.node([join('commonjs', 'load.js')]);
    expect(printed).toBe(entries.map((entry) => `${entry} true\n`).join(''));
  });

  test.skipIf(!existsSync(matrixModules))(
    'runs them in Jest, in jsdom and in happy-dom (run npm ci in test/matrix first)',
    async () => {
      await mkdir(join(project.folder, 'node_modules/@happy-dom'), { recursive: true });
      for (const name of domEnvironments) {
        await symlink(join(matrixModules, name), join(project.folder, 'node_modules', name), 'junction');
      }
      const jest = [join(matrixModules, 'jest/bin/jest.js'), '--rootDir', 'commonjs', '--json', '--silent'];
      const { numPassedTests, numFailedTests } = JSON.parse(await project.node(jest)) as Record<string, number>;
      expect({ numPassedTests, numFailedTests }).toEqual({
        numPassedTests: 8 + storageContract.length,
        numFailedTests: 0,
      });
    },
  );
});

/** Runs a curl line of a document against a server. Returns what it prints. */
async function curl(line: string, address: string): Promise<string> {
  const call = line.replace('curl ', 'curl --fail --silent --show-error ').replace('127.0.0.1:8080', address);
  return (await promisify(execFile)('sh', ['-c', call])).stdout;
}

/** Runs the TypeScript compiler in the project. Returns the errors. */
async function compile(): Promise<string> {
  try {
    return await project.node([join(root, 'node_modules/typescript-7/bin/tsc'), '--project', 'tsconfig.json']);
  } catch (failure) {
    return (failure as { stdout: string }).stdout;
  }
}

/** The packages that the files of a folder import, also for types. */
function importedBy(folder: string): readonly string[] {
  const specifiers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.](c?js|d[.]c?ts)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const native = [...text.matchAll(/`([\w-]+)\/prebuilds\//g)].map(([, name = '']) => name); // loaded by its path
      return [...ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName), ...native];
    })
    .filter(
      (specifier) =>
        !specifier.startsWith('.') && !specifier.startsWith('node:') && !builtinModules.includes(specifier),
    );
  return [...new Set(specifiers.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))].sort();
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}
