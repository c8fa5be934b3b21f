// What each recipe for a host must do, whatever the host is.
import { beforeAll, describe, expect, test } from 'vitest';

/** A recipe, and how its users serve it. */
export interface Host {
  readonly name: string;
  readonly open: () => Promise<OpenHost>;
  /** A route of the host's own, beside the store. */
  readonly own?: OwnRoute;
}

/** A host that is open for requests. */
export interface OpenHost {
  /** Where the store is mounted, without `/v1`. */
  readonly address: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Reply>;
  readonly close: () => void | Promise<void>;
}

/** What the checks read of a Response, of which undici has a type of its own. */
interface Reply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A route of the host's own, beside the store. */
interface OwnRoute {
  readonly path: string;
  readonly init?: RequestInit;
  readonly answer: string;
  /** What the host answers to `/v1/pets`, outside the mount; absent if it answers nothing. */
  readonly outside?: 404;
}

/** The health route of most hosts here. */
export const health: OwnRoute = { path: '/health', answer: 'ok\n', outside: 404 };
/** The route of a host that parses JSON. */
export const echo: OwnRoute = {
  path: '/echo',
  init: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' },
  answer: '{"a":1}',
  outside: 404,
};

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
const rex = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };

/** Tests a recipe. */
export function describeHost({ name, open, own }: Host): void {
  describe(name, () => {
    let host: OpenHost;
    const call = (path: string, init?: RequestInit) => host.fetch(`${host.address}${path}`, init);
    beforeAll(async () => {
      host = await open();
      return host.close;
    });

    test('adds a pet, exact to the last digit, and shows it', async () => {
      const created = await call('/v1/pets', rex);
      const pet = await created.text();
      const id = /^\{"id":(\d+),/.exec(pet)?.[1] ?? '';
      expect([created.status, pet]).toEqual([201, `{"id":${id},"name":"Rex","categoryId":9007199254740993}`]);
      expect(await (await call(`/v1/pets/${id}`, { headers })).text()).toBe(pet);
      expect(await (await call('/v1/pets?limit=100', { headers })).text()).toContain(pet);
    });

    test('refuses what has no key, and a body that is too long', async () => {
      const refused = await call('/v1/pets', { ...rex, headers: { 'Content-Type': 'application/json' } });
      expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
      const body = JSON.stringify({ name: 'x'.repeat(70_000), categoryId: 1 });
      expect((await call('/v1/pets', { ...rex, body })).status).toBe(413);
      expect((await call('/v1/pets', rex)).status).toBe(201);
    });

    test('answers with 404 what the interface lacks', async () => {
      const lacking = await call('/v1/store/orders', { headers });
      expect([lacking.status, await lacking.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
      expect((await call('/elsewhere', { headers })).status).toBe(404);
    });

    test('answers HEAD without a body, and names the methods of a path', async () => {
      const [got, head] = [await call('/v1/pets', { headers }), await call('/v1/pets', { method: 'HEAD', headers })];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength));
      const refused = await call('/v1/pets', { method: 'DELETE', headers });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    });

    test('lets the pages of other origins call', async () => {
      const preflight = { Origin: 'https://page.example', 'Access-Control-Request-Method': 'POST' };
      const reply = await call('/v1/pets', { method: 'OPTIONS', headers: preflight });
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, preflight.Origin]);
    });

    test('describes itself at the address of its mount', async () => {
      const document = (await (await call('/openapi.json')).json()) as { servers: unknown };
      expect(document.servers).toMatchObject([{ url: `${host.address}/v1` }]);
    });

    if (own === undefined) return;
    const { path, init, answer, outside } = own;

    test('leaves the routes of the host as they were', async () => {
      const { origin } = new URL(host.address);
      const reply = await host.fetch(`${origin}${path}`, init);
      expect([reply.status, await reply.text()]).toEqual([200, answer]);
      if (outside === undefined) return;
      expect((await host.fetch(`${origin}/v1/pets`, { headers })).status).toBe(outside);
    });
  });
}
