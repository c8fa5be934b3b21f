import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { deadLinks, documents, packageFolders, root, snippetsIn, type Document } from './documents.ts';
import { readManifest } from './manifest.ts';

const commandsOfNpm = ['ci', 'init', 'install', 'pack', 'publish', 'start', 'test'];

/** The commands of the packages. npm links them only if they were built before it installed. */
const commands = packageFolders.flatMap((folder) => Object.keys(readManifest(join(root, folder)).bin ?? {}));

const { version, homepage, bugs, repository } = readManifest(join(root, 'packages/petstore-kit'));
const tarball = `/petstore-kit-${version}.tgz`;

/** Why a command of a document cannot run, or `undefined` if it can. */
function reasonNotToRun(command: string, folder: string): string | undefined {
  const [program = '', ...args] = command.replace('npx --no -- ', 'npx ').split(' ');
  const { scripts = {} } = existsSync(join(root, folder, 'package.json')) ? readManifest(join(root, folder)) : {};
  const [first = '', second = ''] = args;
  switch (program) {
    case 'npm':
      if (first === 'run') return second in scripts ? undefined : `has no script ${second}`;
      if (!commandsOfNpm.includes(first)) return 'is a command that this test does not know';
      if (first === 'start' || first === 'test') return first in scripts ? undefined : `has no script ${first}`;
      if (first !== 'install') return undefined;
      return args.slice(1).every((arg) => arg.startsWith('-') || arg === 'petstore-kit' || arg.endsWith(tarball))
        ? undefined
        : 'installs a package that is not ours';
    case 'npx':
      return commands.includes(first) || existsSync(join(root, 'node_modules/.bin', first))
        ? undefined
        : `has no program ${first}`;
    case 'cp':
    case 'docker': // needs its daemon
    case 'git':
    case 'mkdir':
    case 'node':
    case 'curl': // the test of the packed package runs it
      return undefined;
    default:
      return 'is a command that this test does not know';
  }
}

/** The commands in a block of shell lines, each with its folder. */
function commandsOf(code: string, start: string): readonly { readonly command: string; readonly folder: string }[] {
  let folder = start;
  const originals = new Map<string, string>(); // by the folder of the copy
  return code
    .split(/\n|&&/)
    .map((line) => line.replace(/ #.*$|^#.*$/, '').trim())
    .filter((line) => line !== '')
    .flatMap((command) => {
      const [, original = '', copy = ''] = /^cp -r (\S+) (\S+)$/.exec(command) ?? [];
      if (copy !== '') originals.set(join(folder, copy), join(folder, original));
      if (!command.startsWith('cd ')) return [{ command, folder }];
      folder = join(folder, command.slice('cd '.length));
      folder = originals.get(folder) ?? folder;
      return [];
    });
}

/** The blocks that are copied from a file of the examples, which their first line names. */
function copiedBlocks() {
  const languages = new Set(
    documents.flatMap(({ text }) => [...text.matchAll(/^```(\w+ (examples\/\S+))$/gm)]).map(([, tag = '']) => tag),
  );
  return [...languages].flatMap((tag) =>
    snippetsIn(tag).map((snippet) => ({ ...snippet, file: tag.split(' ')[1] ?? '' })),
  );
}

test.each(snippetsIn('sh'))('the commands of $path under $heading exist', ({ code }) => {
  const wrong = commandsOf(code, '.').flatMap(({ command, folder }) => {
    const reason = reasonNotToRun(command, folder);
    return reason === undefined ? [] : [`${command}: ${reason}`];
  });
  expect(wrong).toEqual([]);
});

/** What a user pastes; the documents for contributors may comment on a command. */
const pasted = [...snippetsIn('sh'), ...snippetsIn('bash')].filter(({ path }) => !/^(CONTRIBUTING|bench\/)/.test(path));

test.each(pasted)('no command of $path under $heading has a comment behind it', ({ code }) => {
  // In a pasted line, zsh, the shell of macOS, passes the comment on as arguments: npm would install packages of these names.
  expect(code.split('\n').filter((line) => /\S\s+#/.test(line))).toEqual([]);
});

test.each(documents)('the scripts in the sentences of $path exist', ({ path, text }) => {
  const scripts = [dirname(path), '.', 'bench'].flatMap((folder) =>
    existsSync(join(root, folder, 'package.json')) ? Object.keys(readManifest(join(root, folder)).scripts ?? {}) : [],
  );
  const named = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, script]) => script);
  expect(named.filter((script) => !scripts.includes(script ?? ''))).toEqual([]);
});

test.each(documents)('the links of $path lead somewhere', ({ path, text }: Document) => {
  // The build puts the guides beside the README of the package.
  expect(deadLinks(text, path.startsWith('packages/') ? root : join(root, dirname(path)))).toEqual([]);
});

test.each(copiedBlocks())('the block of $path under $heading is in $file', ({ code, file }) => {
  // Prettier indents what stands alone in a document otherwise than in its file.
  const withoutIndent = (text: string) => text.replace(/^ +/gm, '');
  expect(withoutIndent(readFileSync(join(root, file), 'utf8'))).toContain(withoutIndent(code));
});

test('each part of docs/interface.md that the code cites exists', () => {
  const { text } = documents.find(({ path }) => path === 'docs/interface.md') as Document;
  const parts = [...text.matchAll(/^#+ ([\d.]*\d)/gm)].map(([, part]) => part);
  const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/node_modules|dist/.test(path),
  );
  const cited = sources.flatMap((path) =>
    [
      ...readFileSync(join(root, 'packages', path), 'utf8').matchAll(/docs\/interface\.md,\s+(?:\* )?part ([\d.]*\d)/g),
    ].map(([, part]) => part),
  );
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter((part) => !parts.includes(part))).toEqual([]);
});

test('only petstore-kit is published, and only it has a version', () => {
  const manifests = packageFolders.map((folder) => readManifest(join(root, folder)));
  expect(manifests.filter((manifest) => manifest.private !== true).map(({ name }) => name)).toEqual(['petstore-kit']);
  expect(manifests.filter((manifest) => manifest.version !== undefined).map(({ name }) => name)).toEqual([
    'petstore-kit',
  ]);
});

test('the package names one address', () => {
  const address = repository?.url.replace(/^git\+|[.]git$/g, '');
  expect([homepage, bugs?.url]).toEqual([`${address}#readme`, `${address}/issues`]);
});

test('what the private packages need, petstore-kit needs in the same versions', () => {
  const { dependencies } = readManifest(join(root, 'packages/petstore-kit'));
  const needed = packageFolders.flatMap((folder) =>
    Object.entries(readManifest(join(root, folder)).dependencies ?? {}),
  );
  const external = needed.filter(([name]) => !name.startsWith('@petstore/'));
  expect(dependencies).toEqual(Object.fromEntries(external));
});

test('the changelog begins with the version of the package', () => {
  const { text } = documents.find(({ path }) => path === 'CHANGELOG.md') as Document;
  expect(/^## \[?([\d.]+)/m.exec(text)?.[1]).toBe(version);
});

/** What a user would run or build by a name that is a stranger's on npm and in registries. */
const oldNames =
  /\bimage: petstore(?!-kit)|\b(?:npx|install|run|start|command) `?petstore(?![-\w.:/@])|(?<![-\w])petstore(?:-conformance)? (?:--(?!package)|run\b)/g;

test('no text tells anybody to run the command, the package or the image of a stranger', () => {
  const texts = ['docs', 'decisions', 'examples', 'packages', 'verdicts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\.(?:md|[cm]?[jt]s|py|go|sh|ya?ml|service)$|Dockerfile$/.test(path))
    .filter((path) => !/node_modules|\.venv|\/(?:build|dist)\/|\.test\.ts$/.test(path))
    .concat('README.md', 'CONTRIBUTING.md');
  expect(texts.length).toBeGreaterThan(200);
  const found = texts.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(oldNames)].map(([name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
