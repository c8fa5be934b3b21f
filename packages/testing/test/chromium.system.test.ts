// What docs/wrong-on-purpose.md and docs/web-app.md say of pages in Chromium.
import { describeInChromium } from '@petstore/test-support/chromium';
import { unwrap } from '@petstore/core';
import { expect, onTestFinished, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { startTestServer, type ScriptStep } from '../src/index.ts';
import { start } from './opened-session.ts';

describeInChromium('In Chromium, a POST on a reused connection', (openPage) => {
  test.each<[step: ScriptStep, seen: number | string, pets: number]>([
    [{ fault: 'CONNECTION_RESET_BY_PEER' }, 201, 1],
    [{ fault: 'EMPTY_RESPONSE' }, 201, 1],
    [{ fault: 'CONNECTION_RESET_BY_PEER', when: 'after' }, 201, 2],
    [{ fault: 'EMPTY_RESPONSE', when: 'after' }, 201, 2],
    [{ fault: 'CONNECTION_RESET_BY_PEER', times: 2 }, 'TypeError', 0],
    [{ fault: 'RANDOM_DATA_THEN_CLOSE', when: 'after' }, 'TypeError', 1],
  ])('that gets %j ends with %s, and %i pets', async (step, seen, pets) => {
    // Without an icon, Chromium would ask for /favicon.ico, perhaps on a second connection.
    const text = '<!doctype html><link rel="icon" href="data:,">';
    const server = await startTestServer({ pages: [{ path: '/page', mediaType: 'text/html', text }] });
    onTestFinished(() => server.close());
    const page = await openPage();
    await page.goto(new URL('/page', server.url).href);
    const call = (method: string, body: string | null) =>
      page.evaluate(
        ([url, key, method, body]) => {
          const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
          return fetch(url, { method, headers, body }).then(
            async (response) => {
              await response.text();
              return response.status;
            },
            (error: unknown) => (error as Error).name,
          );
        },
        [`${server.url}/pets`, server.apiKey, method, body] as const,
      );
    expect(await call('GET', null)).toBe(200); // opens the connection
    server.setScript([{ operation: 'createPet', ...step }]);
    expect(await call('POST', '{"name":"Rex","categoryId":1}')).toBe(seen);
    expect(await unwrap(server.store.listPets())).toHaveLength(pets);
  });
});

const guide = readFileSync(new URL('../../../docs/web-app.md', import.meta.url), 'utf8');
const [, leadToSession = ''] = /```js\n(const opened.*?)```/s.exec(guide) ?? [];

describeInChromium('The lines of docs/web-app.md', (openPage) => {
  test('lead the calls of a page to the session of its test, and grant it addresses of this machine', async () => {
    const server = await start({ apiKeys: ['dev'] });
    const page = await openPage({ permissions: ['local-network-access'] });
    await page.goto(new URL('/healthz', server.url).href);
    const body = `return (async () => {${leadToSession}; return apiKey; })();`;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code of the guide
    const run = new Function('request', 'page', 'api', 'testing', body) as (...args: unknown[]) => Promise<string>;
    expect(await run(page.request, page, server.url, server.testing)).toMatch(/^[0-9a-f]+$/);
    const created = await page.evaluate(async (url) => {
      const headers = { Authorization: 'Bearer dev', 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' };
      return (await fetch(`${url}/pets`, init)).status;
    }, server.url);
    expect(created).toBe(201);
    const pets = await fetch(`${server.url}/pets`, { headers: { Authorization: 'Bearer dev' } });
    expect(await pets.json()).toEqual([]);
  });
});
