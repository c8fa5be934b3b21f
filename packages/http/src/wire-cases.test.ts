import {
  checkWireCase,
  createFetchSend,
  wireCases,
  wireKey,
  createWireOptions,
  type WireSetup,
} from '@petstore/test-support/wire';
import { describe, expect, test } from 'vitest';
import { createFetchHandler } from './index.ts';

describe('without a socket, with a fetch handler:', () => {
  for (const wireCase of wireCases.filter(({ needsExactHead }) => !needsExactHead)) {
    test(wireCase.name, () => checkWireCase(wireCase, send(wireCase.setup)));
  }

  test.each(['/v1/pets', '/v1/pets/1', '/v1/pets/4', '/v1/pets?limit=0', '/v1/nowhere', '/nowhere', '/openapi.json'])(
    'HEAD %s has the headers of GET, its Content-Length included',
    async (path) => {
      const headers = [['Authorization', `Bearer ${wireKey}`]] as const;
      const get = await send()({ method: 'GET', path, headers });
      const head = await send()({ method: 'HEAD', path, headers });
      expect(get.body).not.toBe('');
      expect(head).toEqual({ ...get, body: '' });
      expect(get.headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
    },
  );
});

function send(setup: WireSetup = {}) {
  return createFetchSend(createFetchHandler(createWireOptions(setup)));
}
