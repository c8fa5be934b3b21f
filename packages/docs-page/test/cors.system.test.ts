// Calls a pet store from a page of another origin, in a real browser.
import { describeInChromium } from '@petstore/test-support/chromium';
import { expect, test } from 'vitest';
import { apiKey, serveEmptyPage, servePetStore } from './servers.ts';

describeInChromium('a page of another origin', (openPage) => {
  /** Opens a page of another origin. Returns a `fetch` for it that resolves with what its scripts see. */
  async function openOtherOrigin() {
    const page = await openPage();
    await page.goto(await serveEmptyPage());
    return (url: string, init: { credentials?: 'include'; headers?: Record<string, string> } = {}) =>
      page.evaluate(
        async ([address, options]) => {
          const response = await fetch(address, options);
          return {
            status: response.status,
            text: await response.text(),
            headers: Object.fromEntries(response.headers),
          };
        },
        [url, init] as const,
      );
  }
  const authorized = { Authorization: `Bearer ${apiKey}` };
  const rex = '{"name":"Rex","categoryId":9007199254740993}';
  const creation = { method: 'POST', headers: { ...authorized, 'Content-Type': 'application/json' }, body: rex };

  test('adds and lists animals, after a preflight each', async () => {
    const methods: string[] = [];
    const { address } = await servePetStore({ onRequest: ({ method }) => methods.push(method) });
    const call = await openOtherOrigin();

    const created = await call(`${address}/v1/pets`, creation);
    expect(created).toMatchObject({ status: 201, text: `{"id":1,${rex.slice(1)}` });

    const listed = await call(`${address}/v1/pets?limit=5`, { headers: authorized });
    expect(listed).toMatchObject({ status: 200, text: `[{"id":1,${rex.slice(1)}]` });
    expect(methods).toEqual(['OPTIONS', 'POST', 'OPTIONS', 'GET']);
  });

  test('may send credentials, as axios does with withCredentials', async () => {
    const { address } = await servePetStore();
    const call = await openOtherOrigin();
    const withCredentials = { credentials: 'include', headers: authorized } as const;

    expect(await call(`${address}/v1/pets`, { ...creation, credentials: 'include' })).toMatchObject({ status: 201 });
    expect(await call(`${address}/v1/pets`, withCredentials)).toMatchObject({ status: 200 });
    expect(await call(`${address}/openapi.json`, { credentials: 'include' })).toMatchObject({ status: 200 });
    const refused = await call(`${address}/v1/pets`, { credentials: 'include' });
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="petstore"' } });
  });

  test('cannot call a server with cors: false', async () => {
    const { address } = await servePetStore({ cors: false });
    const call = await openOtherOrigin();

    await expect(call(`${address}/v1/pets`, { headers: authorized })).rejects.toThrow('Failed to fetch');
    await expect(call(`${address}/v1/pets`, creation)).rejects.toThrow('Failed to fetch');

    const listed = await fetch(`${address}/v1/pets`, { headers: authorized });
    expect(await listed.text()).toBe('[]');
  });
});
