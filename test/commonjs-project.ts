import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const names = {
  'petstore-kit': 'createClient, createMemoryStorage, createPetStore, unwrap',
  'petstore-kit/json-file': 'openJsonStorage',
  'petstore-kit/node': 'docsPages, startServer',
};
const modules = { 'node:fs/promises': 'fs', 'node:http': 'http', 'node:os': 'os', 'node:path': 'path' };

/** The lines by which a CommonJS program loads what it uses. */
export const required = [
  ...Object.entries(names).map(([name, exported]) => `const { ${exported} } = require('${name}');`),
  ...Object.entries(modules).map(([name, module]) => `const ${module} = require('${name}');`),
].join('\n');
/** The same for a module. */
export const imported = [
  ...Object.entries(names).map(([name, exported]) => `import { ${exported} } from '${name}';`),
  ...Object.entries(modules).map(([name, module]) => `import ${module} from '${name}';`),
].join('\n');

const testInDom = `
test('a JSON file and the page', async () => {
  expect(typeof document).toBe('object');
  const file = await unwrap(openJsonStorage(path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'pets-')), 'pets.json')));
  const kept = await unwrap(createPetStore({ storage: file }).createPet({ name: 'Rex', categoryId: 2n ** 60n }));
  await unwrap(file.close());
  expect(kept).toEqual({ id: 1, name: 'Rex', categoryId: 2n ** 60n });
  expect(docsPages().map((page) => page.path)).toContain('/docs/docs.css');
});
test('a creation over HTTP', async () => {
  const server = await unwrap(startServer());
  const headers = { Authorization: 'Bearer ' + server.apiKey, 'Content-Type': 'application/json' };
  const status = await new Promise((resolve, reject) => {
    const request = http.request(server.url + '/pets', { method: 'POST', headers }, (response) => {
      resolve(response.resume().statusCode);
    });
    request.on('error', reject).end('{"name":"Rex","categoryId":1}');
  });
  await unwrap(server.close());
  expect(status).toBe(201);
});`;

const testWithoutFetch = `
test('what jsdom lacks', () => {
  expect([typeof fetch, typeof Request, typeof TextDecoder]).toEqual(['undefined', 'undefined', 'undefined']);
});`;

const testFetchInDom = `
const { createFetchHandler } = require('petstore-kit');
const { createTestFetch } = require('petstore-kit/testing');
test('the names of headers as they were written', async () => {
  const headers = { Authorization: 'Bearer my-key' };
  expect([...new Headers(headers).keys()]).toEqual(['Authorization']);
  const handler = createFetchHandler({ store: createPetStore(), apiKeys: ['my-key'] });
  expect((await handler(new Request('http://localhost/v1/pets', { headers }))).status).toBe(200);
  const baseUrl = 'http://localhost/v1';
  expect(await unwrap(createClient({ baseUrl, apiKey: 'my-key', fetch: handler }).listPets())).toEqual([]);
  expect(await unwrap(createTestFetch().client.listPets())).toEqual([]);
});`;

/** Environments of a browser for Jest, in test/matrix, with what runs there. */
const domTests = {
  'jest-environment-jsdom': testInDom + testWithoutFetch,
  '@happy-dom/jest-environment': testInDom + testFetchInDom,
};
export const domEnvironments = Object.keys(domTests);

/** Writes CommonJS tests for Jest, with that of the guide, and a program, into a folder of a project that has installed the package. */
export async function writeCommonJs(project: string, entries: readonly string[], guide: string): Promise<void> {
  const folder = join(project, 'commonjs');
  await mkdir(folder);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('package.json', '{ "type": "commonjs" }');
  await write('guide.test.js', guide);
  for (const [environment, tests] of Object.entries(domTests)) {
    await write(
      `${environment.replace('/', '-')}.test.js`,
      `/** @jest-environment ${environment} */\n${required}${tests}`,
    );
  }
  const load = entries.map((entry) => `console.log('${entry}', Object.keys(require('${entry}')).length > 0);`);
  await write('load.js', load.join('\n'));
}

/** What a TypeScript project exports of a pet store, with inferred types. */
export const inferredTypes = `
import {
  createClient,
  createFetchHandler,
  createMemoryStorage,
  createPetStore,
  listPetsQuerySchema,
  newPetSchema,
  ok,
  openApiDocument,
  parseJson,
  unwrap,
} from 'petstore-kit';
import { clientContract } from 'petstore-kit/conformance';
import { storageContract } from 'petstore-kit/contract';
import { openJsonStorage } from 'petstore-kit/json-file';
import { createRequestListener, docsPages, startServer } from 'petstore-kit/node';
import { openPostgresStorage } from 'petstore-kit/postgres';
import { createFrozenPet } from 'petstore-kit/storage';
import { createTestFetch, startTestServer } from 'petstore-kit/testing';

export const storage = createMemoryStorage();
export const store = createPetStore({ storage });
export const create = () => store.createPet({ name: 'Rex', categoryId: 1 });
export const nameOf = () => create().map(({ name }) => name).mapErr(({ code }) => code);
export const list = async () => unwrap(await store.listPets());
export const json = parseJson('1');
export const one = () => ok(1);
export const schemas = [newPetSchema, listPetsQuerySchema];
export const file = () => openJsonStorage('pets.json');
export const table = () => openPostgresStorage({ connectionString: 'postgres://db.example/pets' });
export const server = () => startServer({ store, apiKeys: ['my-key'], docs: false, pages: docsPages() });
export const generated = () => startServer().map(({ apiKey }) => apiKey.length);
export const listener = createRequestListener({ store, apiKeys: ['my-key'] });
export const handler = createFetchHandler();
export const pet = createFrozenPet(1, { name: 'Rex', categoryId: 1 });
export const client = createClient({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'my-key', fetch });
export const overHttp = () => client.listPets();
export const testServer = () => startTestServer({ script: [{ fault: 'EMPTY_RESPONSE' }] });
export const testFetch = createTestFetch();
export const checks = [storageContract, clientContract];
export const document = openApiDocument();
`;
