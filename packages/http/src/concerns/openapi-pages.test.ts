import { describe, expect, test } from 'vitest';
import { answer, handlerOver } from '../../test/handler-over.ts';
import { createMemoryRequest } from '../../test/memory-request.ts';
import { writeDocument } from '../../test/read-document.ts';

/** Addresses that the document and its code samples must quote. `code-samples.system.test.ts` runs such samples. */
const hostileAddresses = ["http://a'$(id)'b", 'http://a"b', "http://a.example/it's/$(id)"];

/** Makes a function that reads the document of a handler at a base URL. */
function createDocumentReader(publicUrl?: string) {
  const { handle } = handlerOver({ publicUrl });
  return async (baseUrl?: string, target = '/openapi.json') =>
    (await handle(createMemoryRequest({ target, baseUrl }))).body;
}

describe.each([
  ['/openapi.json', '3.0'],
  ['/openapi-3.1.json', '3.1'],
] as const)('%s', (target, version) => {
  test(`is the document in OpenAPI ${version}, without a key, and other methods are a 405`, async () => {
    const reply = await answer({ target });
    expect(reply).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/json' } });
    expect(reply.headers).not.toHaveProperty('Cache-Control'); // only responses of /v1 must not be kept
    expect(reply.body).toBe(writeDocument({ version }));
    const refused = await answer({ method: 'DELETE', target });
    expect(refused).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD' } });
  });

  test('has the address at which this client reached the store, and not an earlier one', async () => {
    const read = createDocumentReader();
    const others = ['http://localhost:8080', 'https://pets.example/petstore', 'http://[::1]', 'http://b.test'];
    for (const baseUrl of [...others, ...hostileAddresses]) {
      expect(await read(baseUrl, target)).toBe(writeDocument({ version, baseUrl: `${baseUrl}/v1` }));
    }
  });

  test('has the address of the option publicUrl, whatever the request says', async () => {
    for (const publicUrl of ['https://pets.example/petstore', ...hostileAddresses]) {
      const read = createDocumentReader(`${publicUrl.replace('pets', 'Pets')}/`);
      for (const baseUrl of ['http://localhost:8080', undefined]) {
        expect(await read(baseUrl, target)).toBe(writeDocument({ version, baseUrl: `${publicUrl}/v1` }));
      }
    }
  });
});

test.each([
  ...[undefined, '', 'app://store', 'app:', 'http://', 'http:///petstore', 'http://a b', 'http://me@pets.example'],
  ...['http://[::1', 'http://pets.example:99999', 'http://{host}', 'http://a%00b', 'http://pets.example\\x', 'null'],
])('the server is beside the document for a client that reached the store at %j', async (baseUrl) => {
  expect(await createDocumentReader()(baseUrl)).toBe(writeDocument());
});
