import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { listenUntilFinished } from '@petstore/test-support/raw-http';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { startServer } from '../src/index.ts';
import { key, startTestServer } from './test-server.ts';

const served = { store: createPetStore({ storage: createMemoryStorage() }), apiKeys: [key] };

describe('a server', () => {
  test.each([
    ['on 127.0.0.1 by default', {}, 'http://127.0.0.1:PORT/v1'],
    ['below its base path', { basePath: '/api/petstore' }, 'http://127.0.0.1:PORT/api/petstore/v1'],
    ['on every network', { host: '0.0.0.0' }, 'http://127.0.0.1:PORT/v1'],
  ])('listens on a free port %s, and returns a usable address', async (_where, options, address) => {
    const { url, port } = await startTestServer(options);
    expect(port).toBeGreaterThan(0);
    expect(url).toBe(address.replace('PORT', String(port)));
    expect((await fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  );
  test.skipIf(!hasIpv6).each(['::1', '::'])(
    'returns an address in brackets if it listens on %s (skipped if this machine has no IPv6)',
    async (host) => {
      const { url, port } = await startTestServer({ host });
      expect(url).toBe(`http://[::1]:${port}/v1`);
      expect((await fetch(`${url}/pets`)).status).toBe(401);
    },
  );

  test('returns an Err if its port is in use', async () => {
    const port = await listenUntilFinished(createServer());
    const error = (await startServer({ ...served, port }))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'listen_failure', cause: { code: 'EADDRINUSE' } });
    expect(error.message).toMatch(new RegExp(`127\\.0\\.0\\.1, port ${port}\\b.* in use`));
  });

  test.each([
    ['203.0.113.7', 'does not have the address'],
    ['no-such-host.invalid', 'there is no host of this name'],
    ['not a host', 'there is no host of this name'],
    ['x'.repeat(300), 'Cannot listen'],
    ['a\u0000b', 'Cannot listen'],
  ])('returns an Err with the reason for the host %s', async (host, reason) => {
    const error = (await startServer({ ...served, host }))._unsafeUnwrapErr();
    expect(error.code).toBe('listen_failure');
    expect(error.message).toContain(reason);
  });

  test.each<readonly [option: string, wrong: readonly unknown[]]>([
    ['store', [null]],
    ['docs', [null, 0, '/docs']],
    ['port', [-1, 65_536, 1.5, NaN, '8080', null]],
    ['host', ['', 0, null, {}]],
    ['drainTimeout', [-1, NaN, Infinity, 2 ** 31, '5', null]],
    ['keepAliveTimeout', [0, -1, NaN, Infinity, 2 ** 31, '5', null]],
    ['storage', [null, {}, 'memory', { close: true }]],
  ])('throws a TypeError that names a wrong %s', (option, wrong) => {
    for (const value of wrong) {
      const start = () => startServer({ ...served, [option]: value });
      expect(start).toThrow(TypeError);
      expect(start).toThrow(option);
    }
  });
});
