// The packed package under other runtimes and compilers than those of this repository, installed by pnpm or by Yarn. These programs
// have a lock file of their own in test/matrix, because they weigh 600 MB.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { imported, inferredTypes, required } from './commonjs-project.ts';
import { root } from './documents.ts';
import { startInstalledCommand } from './installed-command.ts';
import { environment, packPackage } from './installed-project.ts';
import { readManifest } from './manifest.ts';

const home = join(import.meta.dirname, 'matrix');
const isInstalled = existsSync(join(home, 'node_modules'));
const installed = (...path: readonly string[]) => join(home, 'node_modules', ...path);

/** A program in a scope that has one package for each platform: npm has installed only the one for this platform. */
const programOf = (scope: string, ...path: readonly string[]) =>
  installed(scope, readdirSync(installed(scope))[0] ?? '', ...path);

/** Serves a pet store on each storage, and prints the replies. */
const program = `
async function replies(storage) {
  const server = await unwrap(startServer({ storage, apiKeys: ['my-key'] }));
  const call = async (target, key, init) => {
    const headers = { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' };
    const response = await fetch(server.url + target, { headers, ...init });
    const text = await response.text();
    return [response.status, response.ok ? text : JSON.parse(text).code];
  };
  const calls = [
    await call('/pets', 'my-key', { method: 'POST', body: '{"name":"Rex","categoryId":9007199254740993}' }),
    await call('/pets', 'my-key'),
    await call('/pets/1', 'my-key'),
    await call('/pets', 'wrong'),
  ];
  const client = createClient({ baseUrl: server.url, apiKey: 'my-key' });
  const [pet] = await unwrap(client.listPets());
  const refused = await createClient({ baseUrl: server.url, apiKey: 'wrong' }).listPets();
  calls.push([String(pet.categoryId), refused.error.code]);

  // The server notices a client that leaves in the middle of a body.
  const leaving = (await import('node:net')).connect(server.port, '127.0.0.1');
  leaving.write('POST /v1/pets HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer my-key\\r\\n');
  leaving.write('Content-Type: application/json\\r\\nContent-Length: 9\\r\\n\\r\\n{');
  while (server.pendingRequests() === 0) await new Promise(setImmediate);
  leaving.destroy();
  while (server.pendingRequests() > 0) await new Promise(setImmediate);
  await unwrap(server.close());

  // The server closes a connection that stays silent.
  const other = await unwrap(startServer({ keepAliveTimeout: 100 }));
  const silent = (await import('node:net')).connect(other.port, '127.0.0.1');
  await new Promise((resolve) => silent.once('close', resolve));
  await unwrap(other.close());
  return calls;
}

async function main() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pets-'));
  const file = path.join(folder, 'pets.json');
  const memory = await replies(createMemoryStorage());
  const json = await replies(await unwrap(openJsonStorage(file, { lock: false })));
  const text = await fs.readFile(file, 'utf8');
  const locked = await openJsonStorage(file);
  const lock = locked.isOk() ? 'locked' : locked.error.message.replace(file, 'FILE');
  if (locked.isOk()) await unwrap(locked.value.close());
  await fs.rm(folder, { recursive: true });
  console.log(JSON.stringify({ memory, json, text, lock }));
}
main();
`;

/** Gives the handler to the server of Bun or of Deno, and prints the reply to a creation. */
const fetchServer = `
import { createFetchHandler, createPetStore } from 'petstore-kit';

const fetchPets = createFetchHandler({ store: createPetStore(), apiKeys: ['my-key'] });
const where = { hostname: '127.0.0.1', port: 0 };
const server = globalThis.Deno?.serve({ ...where, onListen() {} }, fetchPets) ?? Bun.serve({ ...where, fetch: fetchPets });
const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const init = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };
const response = await fetch('http://127.0.0.1:' + (server.port ?? server.addr.port) + '/v1/pets', init);
console.log(JSON.stringify([response.status, await response.text()]));
await (server.shutdown?.() ?? server.stop());
`;

const rex = '{"id":1,"name":"Rex","categoryId":9007199254740993}';
const replies = [
  [201, rex],
  [200, `[${rex}]`],
  [200, rex],
  [401, 'unauthorized'],
  ['9007199254740993', 'unauthorized'], // through the client
];
const text = `{"pets":[\n${rex}\n]}\n`;
const refusal =
  'The pet file FILE cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock (fs-native-extensions does not run on Bun and Deno).';

const scripts = ['program.mjs', 'program.cjs'];
const nodeOf = (version: string) => ({
  name: `Node ${version} (these tests need Linux on x64)`,
  isHere: process.platform === 'linux' && process.arch === 'x64', // npm has more, but one is enough
  command: () => [installed(`node-${version}`, 'bin', 'node')],
  lock: 'locked',
});

const runtimes = [
  { name: 'Bun', isHere: true, command: () => [programOf('@oven', 'bin', 'bun')], lock: refusal },
  { name: 'Deno', isHere: true, command: () => [programOf('@deno', 'deno'), 'run', '--allow-all'], lock: refusal },
  nodeOf('20.0.0'),
  nodeOf('22.0.0'),
  nodeOf('24.21.0'),
];

/** The command of the package. */
const main = 'node_modules/petstore-kit/dist/main.js';
const yarn = [process.execPath, installed('@yarnpkg/cli-dist/bin/yarn.js')];

/** Judges an adapter by one case. On a busy machine, an adapter may take long to start. */
const judging = 'conformance run --only 36 --strict --start-timeout 600 --command'.split(' ');

describe.skipIf(!isInstalled)(
  'Bun, Deno, pnpm, old and new Node and TypeScript (run npm ci in test/matrix first)',
  () => {
    let project: Project;
    beforeAll(async () => {
      const pnpm = [process.execPath, installed('pnpm/bin/pnpm.cjs')];
      project = await createProject([...pnpm, 'install', '--silent', '--store-dir', 'store']);
      return () => project.remove();
    });

    test.each(runtimes.slice(0, 2))('the server of $name takes the fetch handler as it is', async ({ command }) => {
      const printed: unknown = JSON.parse(await project.run([...command(), 'fetch-server.mjs']));
      expect(printed).toEqual([201, rex]);
    });

    describe.each(runtimes)('$name', ({ isHere, command, lock }) => {
      test.runIf(isHere).each(scripts)('serves each storage: %s', async (script) => {
        const printed: unknown = JSON.parse(await project.run([...command(), script]));
        expect(printed).toEqual({ memory: replies, json: replies, text, lock });
      });

      test.runIf(isHere)('the client sends a creation once, also if its connection breaks', async () => {
        const adapter = command().concat('petstore-client.mjs').join(' ');
        expect(await project.run([process.execPath, main, ...judging, adapter])).toMatch(/^1 pass$/m);
      });

      test.runIf(isHere)('runs the command, which ends at SIGTERM', async () => {
        const line = 'petstore-kit --port 0 --storage pets.json --no-lock --api-key my-key';
        const { address, stop } = await startInstalledCommand(project.folder, line, [...command(), main]);
        const response = await fetch(`http://${address}/v1/pets`, { headers: { Authorization: 'Bearer my-key' } });
        expect([response.status, await response.text()]).toEqual([200, '[]']);
        expect(await stop()).toBe(0);
      });
    });

    test.each([
      ['5.4', '--module commonjs --moduleResolution node10 --skipLibCheck'], // the types of zod and fast-check do not pass it there
      ['5.4', '--module nodenext'],
      ['5.4', '--module esnext --moduleResolution bundler --skipLibCheck'],
      ['5.9', '--module nodenext'],
      ['5.9', '--module esnext --moduleResolution bundler'],
      ['7.0', '--module nodenext'],
    ])('TypeScript %s compiles them in a project of pnpm with %s', async (version, options) => {
      const compilers: Readonly<Record<string, string>> = {
        '5.4': installed('typescript-5.4'),
        '5.9': join(root, 'node_modules/typescript'),
        '7.0': join(root, 'node_modules/typescript-7'),
      };
      const args = `--strict --declaration --target es2022 --lib es2023 --outDir built ${options} index.ts`;
      const errors = await project
        .run([process.execPath, `${compilers[version] ?? ''}/bin/tsc`, ...args.split(' ')])
        .catch(stdoutOf);
      expect(errors).toBe('');
    });
  },
);

// Plug'n'Play has no node_modules: Yarn changes how Node finds its modules and reads its files.
describe.skipIf(!isInstalled)("Yarn's Plug'n'Play (run npm ci in test/matrix first)", () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject([...yarn, 'install']);
    return () => project.remove();
  });

  test.each(scripts)('serves each storage: %s', async (script) => {
    const printed: unknown = JSON.parse(await project.run([...yarn, 'node', script]));
    expect(printed).toEqual({ memory: replies, json: replies, text, lock: 'locked' });
  });

  test('judges the client', async () => {
    const adapter = [...yarn, 'node', 'petstore-client.mjs'].join(' ');
    expect(await project.run([...yarn, 'petstore-kit', ...judging, adapter])).toMatch(/^1 pass$/m);
  });

  test('runs the command, with its page and the pets in a file', async () => {
    const line = 'petstore-kit --port 0 --api-key my-key';
    const { address, stop } = await startInstalledCommand(project.folder, line, [...yarn, 'petstore-kit']);
    const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };
    expect((await fetch(`http://${address}/v1/pets`, init)).status).toBe(201);
    expect((await fetch(`http://${address}/docs/docs.css`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(await readFile(join(project.folder, 'pets.json'), 'utf8')).toBe(text);
  });
});

const newNode = installed('node-24.21.0', 'bin', 'node');

test.skipIf(!existsSync(newNode))(
  'the storage on node:sqlite passes its tests under Node 24 (run npm ci in test/matrix first)',
  async () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', 'examples/sqlite-storage.test.ts', '--reporter', 'json'];
    const { stdout } = await promisify(execFile)(newNode, args, { cwd: root, env: environment() });
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
      success: true,
      numPassedTests: 16,
      numPendingTests: 0,
    });
  },
);

/** What a compiler that failed has printed. */
function stdoutOf(failure: unknown): string {
  return (failure as { readonly stdout: string }).stdout;
}

/** A project that has installed the package with pnpm or Yarn: its modules see nothing that it did not install itself. */
interface Project {
  readonly folder: string;
  /** Runs a program and its arguments in the project. Returns what it prints. */
  run(line: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Makes a CommonJS project with the programs and the adapter.
 *
 * @param install the line that installs the packed package, and what its types need
 */
async function createProject(install: readonly string[]): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-matrix-'));
  const run = async ([executable = '', ...args]: readonly string[]) =>
    (await promisify(execFile)(executable, args, { cwd: folder, env: environment() })).stdout;

  const dependencies = { 'petstore-kit': `file:${await packPackage(join(folder, 'tarball'))}` };
  const devDependencies = Object.fromEntries(['@types/node', 'fast-check'].map((name) => [name, versionOf(name)]));
  const manifest = { name: 'project', private: true, type: 'commonjs', dependencies, devDependencies };
  const files = {
    'package.json': JSON.stringify(manifest),
    '.yarnrc.yml':
      'nodeLinker: pnp\nenableGlobalCache: false\nenableImmutableInstalls: false\nenableTelemetry: false\n',
    'program.mjs': `${imported}\n${program}`,
    'program.cjs': `${required}\n${program}`,
    'fetch-server.mjs': fetchServer,
    'index.ts': inferredTypes,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await build({
    entryPoints: [join(root, 'examples/conformance/typescript/petstore-client.ts')],
    outfile: join(folder, 'petstore-client.mjs'),
    bundle: true,
    external: ['petstore-kit'],
    platform: 'node',
    format: 'esm',
  });
  await run(install);
  return { folder, run, remove: () => rm(folder, { recursive: true }) };
}

/** The version that this repository uses. */
function versionOf(name: string): string {
  return readManifest(join(root, 'node_modules', name)).version ?? '';
}
