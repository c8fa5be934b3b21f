// Clients in Go and Python, generated from the document that a server serves: each works against the server, exact to
// the last digit. test/clients has the programs that use them. It also has the versions of the generators; test/tools has those of Python.
// openapi-generator makes models only: its clients need more than Python.
import { parseJson, unwrap } from '@petstore/core';
import { startServer, type RunningServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const home = join(import.meta.dirname, 'clients');
const python = join(import.meta.dirname, 'tools/.venv/bin');
const isInstalled = existsSync(join(home, 'node_modules'));

/** Go takes no newer toolchain than that of the machine. */
const env = {
  ...process.env,
  PATH: `${python}${delimiter}${process.env.PATH}`,
  GOTOOLCHAIN: 'local',
  GOFLAGS: '',
};

const hasGo = isInstalled && goVersion() >= 25 && succeeds('go', 'go', 'mod', 'download');

const hasOpenApiGenerator = existsSync(join(python, 'openapi-generator-cli')) && succeeds('.', 'java', '-version');

describe.skipIf(!isInstalled)('clients in Go and Python (run npm ci in test/clients first)', () => {
  let folder: string;
  let server: RunningServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(home, 'generated-'));
    const storage = createMemoryStorage();
    server = await unwrap(startServer({ apiKeys: ['key'], storage }));
  });

  afterAll(async () => {
    await unwrap(server.close());
    await rm(folder, { recursive: true });
  });

  test.skipIf(!hasGo).each(
    ['openapi.json', 'openapi-3.1.json'].flatMap((document) => [
      {
        name: 'oapi-codegen',
        document,
        args: '-generate types,client -package petstore -o oapi-codegen/petstore/petstore.go openapi.json',
        types: 'petstore.go',
        otherTypes: /^(?:ListPets|CreatePet|GetPet|Client|HttpRequestDoer$|RequestEditorFn$)/,
      },
      {
        name: 'ogen',
        document,
        args: '--target ogen/petstore --package petstore openapi.json',
        types: 'oas_schemas_gen.go',
        otherTypes: /^(?:ListPets|CreatePet|GetPet|Opt|BearerAuth$)|Headers$/,
      },
    ]),
  )(
    'a client of $name from $document creates, lists and gets, and reads errors (this test needs Go 1.25 or later, and modules)',
    async ({ name, document, args, types, otherTypes }) => {
      const cwd = await copyProject('go', `${name}-${document}`, document);
      await mkdir(join(cwd, name, 'petstore'));
      await run(cwd, 'go', 'tool', name, ...args.split(' '));
      await expectRightClient(await run(cwd, 'go', 'run', `./${name}`, server.url));
      const text = await readFile(join(cwd, name, 'petstore', types), 'utf8');
      const names = [...text.matchAll(/^type (\w+)/gm)].map(([, type = '']) => type);
      expect(names.filter((type) => !otherTypes.test(type)).sort()).toEqual(schemas);
    },
  );

  test.skipIf(!existsSync(join(python, 'openapi-python-client'))).each(['openapi.json', 'openapi-3.1.json'])(
    'a client of openapi-python-client from %s creates, lists and gets, and reads errors (install the requirements of test/tools first)',
    async (document) => {
      const cwd = await copyProject('openapi-python-client', `python-${document}`, document);
      const output = ['--output-path', 'pet_store_client', '--meta', 'none'];
      await run(cwd, 'openapi-python-client', 'generate', '--path', 'openapi.json', ...output);
      await expectRightClient(await run(cwd, 'python', 'main.py', server.url));
      expect(await listModels(join(cwd, 'pet_store_client/models'))).toEqual(modules);
    },
  );

  test.skipIf(!hasOpenApiGenerator).each(['openapi.json', 'openapi-3.1.json'])(
    'openapi-generator makes a model of each schema of %s, and no other (this test needs Java, and the requirements of test/tools)',
    async (document) => {
      const cwd = await copyProject('openapi-python-client', `models-${document}`, document);
      const options = ['-g', 'python', '-i', 'openapi.json', '-o', 'models', '--global-property', 'models'];
      await run(cwd, 'openapi-generator-cli', 'generate', ...options);
      expect(await listModels(join(cwd, 'models/openapi_client/models'))).toEqual(modules);
    },
  );

  /** Copies a folder of test/clients, and puts a document of the server into it. */
  async function copyProject(name: string, copy: string, document: string): Promise<string> {
    const cwd = join(folder, copy);
    await cp(join(home, name), cwd, { recursive: true });
    const served = await fetch(new URL(document, server.url));
    await writeFile(join(cwd, 'openapi.json'), await served.text());
    return cwd;
  }
});

/** The schemas of the document. A list is no model in Python. */
const schemas = ['Error', 'NewPet', 'Pet', 'PetStatus', 'Pets'];
const modules = ['error.py', 'new_pet.py', 'pet.py', 'pet_status.py'];

async function listModels(models: string): Promise<readonly string[]> {
  return (await readdir(models)).filter((name) => !name.startsWith('__')).sort();
}

/** Checks what a program printed: it created a pet, listed those that are sold, got the new one, and made three errors. */
async function expectRightClient(printed: string): Promise<void> {
  const { created, listed, got, codes } = (await unwrap(parseJson(printed))) as Readonly<Record<string, unknown>>;
  const categoryId = 9_223_372_036_854_775_807n;
  expect(created).toEqual({ id: expect.any(Number) as number, name: 'Rex', categoryId, status: 'sold' });
  expect(listed).toContainEqual(created);
  expect(got).toEqual(created);
  expect(codes).toEqual(['invalid_request', 'unauthorized', 'not_found']);
}

async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd, env })).stdout;
}

function succeeds(folder: string, program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: join(home, folder), env }).status === 0;
}

/** The n of version 1.n of Go; 0 if Go is not there. */
function goVersion(): number {
  const [, minor = 0] = / go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8', env }).stdout) ?? [];
  return Number(minor);
}
