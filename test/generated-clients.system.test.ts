// Clients generated from the document that a server serves, by the generators that npm has: each compiles strictly and works
// against the server. Spectral and Redocly check the documents. These tools have a lock file of their own in test/clients, because
// their 420 MB would add more than half to what `npm ci` installs, and the tests run only if they are installed. @hey-api/openapi-ts 0.95 and
// orval 7.13 are the last versions that run on Node 20.
import { unwrap } from '@petstore/core';
import { openApiDocument } from '@petstore/http';
import { startServer, type RunningServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedOutput, root } from './documents.ts';

interface Generator {
  readonly name: string;
  /** The command line, in a folder where the client is to be. */
  readonly command: string;
  /** A module whose default export uses the client: it creates, lists, gets, and returns the codes of 400, 401 and 404. */
  readonly program: string;
  /** The file with its types, if the program does not name each of them. */
  readonly types?: string;
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript with openapi-fetch',
    command: 'openapi-typescript openapi.json --output client.ts',
    program: `
      import createClient from 'openapi-fetch';
      import type { components, paths } from './client';

      export const schemas: { readonly [Name in keyof components['schemas']]: true } = {
        PetStatus: true, NewPet: true, Pet: true, Pets: true, Error: true,
      };
      const newPet: components['schemas']['NewPet'] = { name: 'Rex', categoryId: 1, status: 'sold' };

      export default async function use(baseUrl: string) {
        const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer key' } });
        const { data: created } = await client.POST('/pets', { body: newPet });
        const { data: listed } = await client.GET('/pets', { params: { query: { limit: 100, status: 'sold' } } });
        const { data: got } = await client.GET('/pets/{petId}', { params: { path: { petId: created?.id ?? 0 } } });
        const refused = await client.POST('/pets', { body: { ...newPet, categoryId: 1.5 } });
        const strange = await client.GET('/pets', { headers: { Authorization: 'Bearer wrong' } });
        const missing = await client.GET('/pets/{petId}', { params: { path: { petId: 999 } } });
        const codes: (string | undefined)[] = [refused.error?.code, strange.error?.code, missing.error?.code];
        return { created, listed, got, codes };
      }

      export function wrongUses(client: ReturnType<typeof createClient<paths>>) {
        // @ts-expect-error an unknown status
        void client.GET('/pets', { params: { query: { status: 'lost' } } });
        // @ts-expect-error a limit that is a string
        void client.GET('/pets', { params: { query: { limit: '1' } } });
        // @ts-expect-error a pet without a name
        void client.POST('/pets', { body: { categoryId: 1 } });
      }`,
  },
  {
    name: '@hey-api/openapi-ts',
    command: 'openapi-ts --input openapi.json --output client --no-log-file',
    types: 'client/types.gen.ts',
    program: `
      import { createPet, getPet, listPets, type NewPet } from './client';
      import { client } from './client/client.gen';

      const newPet: NewPet = { name: 'Rex', categoryId: 1, status: 'sold' };

      export default async function use(_baseUrl: string) {
        client.setConfig({ auth: 'key' });
        const { data: created } = await createPet({ body: newPet });
        const { data: listed } = await listPets({ query: { limit: 100, status: 'sold' } });
        const { data: got } = await getPet({ path: { petId: created?.id ?? 0 } });
        const refused = await createPet({ body: { ...newPet, categoryId: 1.5 } });
        const strange = await listPets({ auth: 'wrong' });
        const missing = await getPet({ path: { petId: 999 } });
        const codes: (string | undefined)[] = [refused.error?.code, strange.error?.code, missing.error?.code];
        return { created, listed, got, codes };
      }`,
  },
  {
    name: 'orval',
    command: 'orval --input openapi.json --output client.ts --client fetch',
    types: 'client.ts',
    program: `
      import { createPet, getPet, listPets, type NewPet } from './client';

      const newPet: NewPet = { name: 'Rex', categoryId: 1, status: 'sold' };

      export default async function use(baseUrl: string) {
        const relativeFetch = globalThis.fetch; // orval writes the address into the client only if its configuration says so
        globalThis.fetch = (path, init) => relativeFetch(baseUrl + path, init);
        const options = { headers: { Authorization: 'Bearer key' } };
        const created = await createPet(newPet, options);
        const listed = await listPets({ limit: 100, status: 'sold' }, options);
        const got = await getPet(created.status === 201 ? created.data.id : 0, options);
        const refused = await createPet({ ...newPet, categoryId: 1.5 }, options);
        const strange = await listPets({}, { headers: { Authorization: 'Bearer wrong' } });
        const missing = await getPet(999, options);
        globalThis.fetch = relativeFetch;
        const codes = [
          refused.status === 400 ? refused.data.code : 'another status',
          strange.status === 401 ? strange.data.code : 'another status',
          missing.status === 404 ? missing.data.code : 'another status',
        ];
        return { created: created.data, listed: listed.data, got: got.data, codes };
      }`,
  },
  {
    name: 'swagger-typescript-api',
    command: 'swagger-typescript-api generate --path openapi.json --output . --name client.ts',
    types: 'client.ts',
    program: `
      import { Api, PetStatus, type Error, type HttpResponse, type NewPet } from './client';

      const newPet: NewPet = { name: 'Rex', categoryId: 1, status: PetStatus.Sold };

      const apiWith = (key: string) =>
        new Api({ baseApiParams: { format: 'json', headers: { Authorization: 'Bearer ' + key } } });

      const codeOf = (call: Promise<unknown>): Promise<string> =>
        call.then(() => 'no error', (thrown: HttpResponse<never, Error>) => thrown.error.code);

      export default async function use(_baseUrl: string) {
        const { pets } = apiWith('key');
        const { data: created } = await pets.createPet(newPet);
        const { data: listed } = await pets.listPets({ limit: 100, status: PetStatus.Sold });
        const { data: got } = await pets.getPet(created.id);
        const codes = [
          await codeOf(pets.createPet({ ...newPet, categoryId: 1.5 })),
          await codeOf(apiWith('wrong').pets.listPets()),
          await codeOf(pets.getPet(999)),
        ];
        return { created, listed, got, codes };
      }`,
  },
];

/** What a program returns. */
interface Outcome {
  readonly created: { readonly id: number };
  readonly listed: readonly unknown[];
  readonly got: unknown;
  readonly codes: readonly string[];
}

const clients = [
  { version: '3.0', path: '/openapi.json' },
  { version: '3.1', path: '/openapi-3.1.json' },
].flatMap((document) =>
  generators.map((generator, place) => ({ ...document, ...generator, folder: `${document.version}-${place}` })),
);

/** The snippet of the page about an exact client. */
const [, exactClient = ''] =
  /```typescript\n(.*?)```/s.exec(readFileSync(join(root, 'docs/generated-clients.md'), 'utf8')) ?? [];

/** What a client has beside the schemas: the types of operations, and its own. */
const otherTypes =
  /^(?:ListPets|CreatePet|GetPet)|^(?:ClientOptions|QueryParamsType|ResponseFormat|(?:Full)?RequestParams|ApiConfig|HttpResponse|ContentType)$/i;

const home = join(import.meta.dirname, 'clients');
let folder: string;
let server: RunningServer;

const isInstalled = existsSync(join(home, 'node_modules'));

describe.skipIf(!isInstalled)('clients of the generators that npm brings (run npm ci in test/clients first)', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(home, 'generated-')); // there, the clients find the packages that they import
    const storage = createMemoryStorage();
    server = await unwrap(startServer({ apiKeys: ['key', 'dev'], storage }));
    for (const client of clients) await generate(client);
    await writeFile(join(folder, 'main.ts'), mainProgram());
    await copyFile(join(folder, '3.0-0/client.ts'), join(folder, 'petstore.ts'));
    await writeFile(join(folder, 'exact.ts'), exactClient.replace('http://127.0.0.1:8080/v1', server.url));
  });

  afterAll(async () => {
    await unwrap(server.close());
    await rm(folder, { recursive: true });
  });

  test.each(['3.0', '3.1'] as const)('the document in OpenAPI %s passes the rules of Spectral', async (version) => {
    await writeFile(join(folder, 'spectral.yaml'), 'extends: spectral:oas');
    await writeFile(join(folder, `${version}.json`), documentIn(version));
    const args = ['lint', `${version}.json`, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', '--quiet'];
    expect(await run(folder, join(home, 'node_modules/.bin/spectral'), args)).toBe('');
  });

  test.each(['3.0', '3.1'] as const)('the document in OpenAPI %s passes the rules of Redocly', async (version) => {
    const { createConfig, lintFromString } = createRequire(join(home, 'package.json'))(
      '@redocly/openapi-core',
    ) as Redocly;
    const config = await createConfig({ extends: ['recommended-strict'] });
    const findings = await lintFromString({ source: documentIn(version), config, absoluteRef: 'openapi.json' });
    expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('every generated client compiles strictly, and rejects wrong uses', () => {
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      types: ['node'],
      paths: { 'petstore-kit': [join(root, 'packages/petstore-kit/src/index.ts')] },
    };
    const programs = ['main.ts', 'exact.ts'].map((name) => join(folder, name));
    const diagnostics = ts
      .getPreEmitDiagnostics(ts.createProgram(programs, options))
      .filter(({ file }) => file === undefined || file.fileName.startsWith(folder)); // our sources have options of their own
    expect(
      diagnostics.map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')]),
    ).toEqual([]);
  });

  test.each(clients.filter(({ types }) => types !== undefined))(
    'a client of $name from OpenAPI $version has a type for each schema, and no more',
    async ({ folder: own, types = '' }) => {
      const text = await readFile(join(folder, own, types), 'utf8');
      const names = [...text.matchAll(/^export (?:type|interface|enum) (\w+)/gm)].map(([, name = '']) => name);
      expect(new Set(names.filter((name) => !otherTypes.test(name)))).toEqual(
        new Set(['PetStatus', 'NewPet', 'Pet', 'Pets', 'Error']),
      );
    },
  );

  describe('against the server', () => {
    let outcomes: Readonly<Record<string, Outcome>>;

    beforeAll(async () => {
      await build({
        entryPoints: [join(folder, 'main.ts'), join(folder, 'exact.ts')],
        outdir: folder,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        platform: 'node',
        format: 'esm',
      });
      outcomes = JSON.parse(await run(folder, process.execPath, ['main.mjs', server.url])) as typeof outcomes;
    });

    test.each(clients)(
      'a client of $name from OpenAPI $version creates, lists and gets, and reads errors',
      (client) => {
        const { created, listed, got, codes } = outcomes[client.folder] ?? {};
        expect(created).toEqual({ id: expect.any(Number) as number, name: 'Rex', categoryId: 1, status: 'sold' });
        expect(listed).toContainEqual(created);
        expect(got).toEqual(created);
        expect(codes).toEqual(['invalid_request', 'unauthorized', 'not_found']);
      },
    );

    test('the client of docs/generated-clients.md is exact to the last digit', async () => {
      const printed = await run(folder, process.execPath, ['exact.mjs']);
      expect(printed.split('\n').slice(0, -1)).toEqual(expectedOutput(exactClient));
      expect(printed).toBe('9223372036854775807n\n');
    });
  });
});

test('docs/generated-clients.md names the versions of the generators that run here', () => {
  const read = (path: string) => readFileSync(join(home, path), 'utf8');
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const pinned: Readonly<Record<string, string | undefined>> = {
    'oapi-codegen': /oapi-codegen\/v2 v(\S+)/.exec(read('go/go.mod'))?.[1],
    ogen: /ogen-go\/ogen v(\S+)/.exec(read('go/go.mod'))?.[1],
    'openapi-python-client': /openapi-python-client==(\S+)/.exec(read('../tools/requirements.txt'))?.[1],
  };
  const versionOf = (name: string) => pinned[name] ?? packages[`node_modules/${name}`]?.version;

  const guide = readFileSync(join(root, 'docs/generated-clients.md'), 'utf8');
  const [, table = ''] = /^\| Generator .*\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const rows = table.split('\n').flatMap((row) => {
    const [, names, versions] = row.split('|').map((cell) => cell.trim().split(', '));
    return names === undefined || versions === undefined ? [] : [{ names, versions }];
  });
  const tested = [...generators.flatMap(({ name }) => name.split(' with ')), ...Object.keys(pinned)];
  expect(rows.flatMap(({ names }) => names)).toEqual(tested);
  for (const { names, versions } of rows) {
    expect([names, versions]).toEqual([names, names.map((name) => versionOf(name)?.split('.').slice(0, 2).join('.'))]);
  }
});

/** What is used of Redocly. */
interface Redocly {
  createConfig(options: { readonly extends: readonly string[] }): Promise<object>;
  lintFromString(options: {
    readonly source: string;
    readonly config: object;
    readonly absoluteRef: string;
  }): Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
}

function documentIn(version: '3.0' | '3.1'): string {
  return JSON.stringify(openApiDocument({ version }));
}

async function generate({ path, folder: name, command, program }: (typeof clients)[number]): Promise<void> {
  const own = join(folder, name);
  await mkdir(own);
  const document = await (await fetch(new URL(path, server.url))).text();
  await writeFile(join(own, 'openapi.json'), document);
  const [generator = '', ...args] = command.split(' ');
  await run(own, join(home, 'node_modules/.bin', generator), args);
  await writeFile(join(own, 'program.ts'), program);
}

/** A program that runs those of all clients, and prints what they return. */
function mainProgram(): string {
  const imports = clients.map((client, place) => `import use${place} from './${client.folder}/program';\n`);
  const calls = clients.map((client, place) => `'${client.folder}': await use${place}(process.argv[2] ?? ''),\n`);
  return `${imports.join('')}console.log(JSON.stringify({\n${calls.join('')}}));\n`;
}

async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd })).stdout;
}
