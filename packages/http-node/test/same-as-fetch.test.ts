import { createPetStore, stringifyJson, unwrap } from '@petstore/core';
import { arbitraryNewPet } from '@petstore/core/contract';
import { createFetchHandler } from '@petstore/http';
import { createFetchSend, toRequest, type Send, type WireRequest } from '@petstore/test-support/wire';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startServer } from '../src/index.ts';
import { createAgentSend } from './agent-send.ts';

const key = 'test-key';

test('random requests get the same replies, headers included, over a socket and from a fetch handler', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRequest(), { minLength: 1, maxLength: 10 }), async (requests) => {
      const bySocket = await openServer();
      const withoutSocket = createFetchSend(createFetchHandler(newStore()));
      try {
        for (const request of requests) {
          const reply = await bySocket.send({ ...request, path: normalizedTarget(request) });
          expect(await withoutSocket(request)).toEqual(reply);
        }
      } finally {
        await bySocket.close();
      }
    }),
  );
});

/** Starts a server. `send` checks and removes the headers that node:http adds. */
async function openServer(): Promise<{ send: Send; close: () => Promise<void> }> {
  const server = await unwrap(startServer(newStore()));
  const client = createAgentSend(server.port);
  return {
    async send(request) {
      const { headers, ...reply } = await client.send(request);
      const { date, connection, 'keep-alive': keepAlive, ...others } = headers;
      expect([date, connection, keepAlive]).toEqual([expect.stringMatching(/ GMT$/), 'keep-alive', 'timeout=75']);
      return { ...reply, headers: others };
    },
    close: async () => {
      client.close();
      void (await server.close());
    },
  };
}

function newStore() {
  const pets = [{ id: 1, name: 'Rex', categoryId: -(2n ** 63n), status: 'sold' } as const];
  const store = createPetStore({ storage: createMemoryStorage({ pets }) });
  const publicUrl = 'http://pets.test'; // else each has an OpenAPI document with its own address
  return { store, apiKeys: [key], maxBodyBytes: 200, publicUrl, onRequest: () => undefined };
}

/** Returns the target that a client sends for a URL: a Request normalizes it. */
function normalizedTarget(request: WireRequest): string {
  const { pathname, search } = new URL(toRequest(request).url);
  return pathname + search;
}

function arbitraryRequest(): fc.Arbitrary<WireRequest> {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'SEARCH'];
  return fc
    .record({
      method: fc.oneof(fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'POST'), fc.constantFrom(...methods)),
      path: arbitraryPath(),
      headers: fc.tuple(...arbitraryHeaders()).map((headers) => headers.filter((header) => header !== undefined)),
      body: fc.option(arbitraryBody(), { nil: undefined }),
      streamed: fc.boolean(),
    })
    .map(({ method, path, headers, body, streamed }) => ({
      method,
      path,
      headers,
      ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body, ...(streamed && { streamed }) }),
    }));
}

function arbitraryPath(): fc.Arbitrary<string> {
  const known = fc.constantFrom('/v1/pets', '/v1/pets', '/v1/pets', '/v1/pets/1', '/v1/pets/2', '/v1', '/openapi.json');
  const segment = fc.oneof(
    fc.constantFrom('v1', 'pets', '1', '..', '.', '', '%2e%2e', '%2F', '%76%31', '%', '%ff', '\\', ';', '007', '-0'),
    fc.webSegment(),
    fc.string({ unit: 'grapheme' }),
  );
  const any = fc.array(segment).map((segments) => `/${segments.join('/')}`);
  const parameter = fc
    .tuple(
      fc.oneof(fc.constantFrom('limit', 'status', '%6cimit', 'limit[]', '__proto__', ''), fc.string()),
      fc.oneof(fc.constantFrom('1', '100', '101', '0', '+1', 'sold', 'Sold', 'available', '%73old', ''), fc.string()),
    )
    .map(([name, value]) => `${name}=${value}`);
  const query = fc.oneof(
    fc.constant(''),
    fc.constantFrom('?limit=1', '?status=sold', '?status=lost&limit=1', '?', '#?limit=0', '?limit=2#&limit=3'),
    fc.array(parameter).map((parameters) => `?${parameters.join('&')}`),
    fc.webQueryParameters().map((parameters) => `?${parameters}`),
  );
  return fc.tuple(fc.oneof(known, known, any), query).map(([path, rest]) => path + rest);
}

type Header = readonly [name: string, value: string] | undefined;

function arbitraryHeaders(): readonly fc.Arbitrary<Header>[] {
  const value = fc.string({ unit: fc.constantFrom(...'aZ09 ,;="/*-_\\\t'.split('')), maxLength: 20 });
  const header = (name: string, ...values: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<Header> =>
    fc
      .oneof(...values.map((each) => (typeof each === 'string' ? fc.constant(each) : each)), fc.constant(undefined))
      .map((chosen) => (chosen === undefined ? undefined : ([name, chosen.trim()] as const)));
  const good = `Bearer ${key}`;
  return [
    header('Authorization', good, good, good, good, good, `bearer  ${key}`, 'Bearer wrong', 'Basic a', value),
    header(
      'Content-Type',
      ...Array<string>(6).fill('application/json'),
      'application/json;charset=latin1',
      'a/b',
      value,
    ),
    header('Content-Encoding', fc.constant('gzip'), value),
    header('Origin', 'https://docs.example', value),
    header('Access-Control-Request-Method', 'POST', value),
    header('X-Other', value, value),
  ].map((arbitrary, i) =>
    i === 2 ? fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, arbitrary) : arbitrary,
  );
}

function arbitraryBody(): fc.Arbitrary<string | Uint8Array> {
  const valid = arbitraryNewPet().map(stringifyJson);
  return fc.oneof(
    valid,
    valid,
    fc.record({ name: fc.jsonValue(), categoryId: fc.jsonValue(), status: fc.jsonValue() }).map(stringifyJson),
    fc.json(),
    fc.string(),
    fc.uint8Array(),
    fc.uint8Array({ minLength: 190, maxLength: 210 }),
    fc.constantFrom('', ' ', '{', '\ufeff{}', '{"__proto__":{"name":"Rex"},"categoryId":9007199254740993}'),
    fc.constant(`{"name":"${'x'.repeat(100_000)}","categoryId":1}`),
  );
}
