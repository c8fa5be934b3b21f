import { unwrap } from '@petstore/core';
import {
  checkWireCase,
  wireCases,
  wireKey,
  createWireOptions,
  type Send,
  type WireSetup,
} from '@petstore/test-support/wire';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createRequestListener, startServer } from '../src/index.ts';
import { createRawSend, listenUntilFinished } from '@petstore/test-support/raw-http';

describe('over a real socket, startServer', () => {
  test.each(wireCases)('$name', (wireCase) =>
    withStartedServer(wireCase.setup, (send) => checkWireCase(wireCase, send)),
  );

  test.each(['/v1/pets', '/v1/pets/1', '/v1/pets/4', '/v1/pets?limit=0', '/v1/nowhere', '/nowhere'])(
    'HEAD %s has the headers of GET, its Content-Length included',
    (path) =>
      withStartedServer({}, async (send) => {
        const headers = [['Authorization', `Bearer ${wireKey}`]] as const;
        const get = await send({ method: 'GET', path, headers });
        const head = await send({ method: 'HEAD', path, headers });
        expect(head.status).toBe(get.status);
        expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
        expect(head.body).toBe('');
      }),
  );
});

describe('over a real socket, createRequestListener on an existing server', () => {
  test.each(wireCases)('$name', async (wireCase) => {
    const server = createServer(
      { joinDuplicateHeaders: true },
      createRequestListener(createWireOptions(wireCase.setup)),
    );
    await checkWireCase(wireCase, createRawSend(await listenUntilFinished(server)));
  });
});

test('each case has a unique name', () => {
  expect(new Set(wireCases.map(({ name }) => name)).size).toBe(wireCases.length);
});

async function withStartedServer(setup: WireSetup = {}, use: (send: Send) => Promise<void>): Promise<void> {
  const server = await unwrap(startServer(createWireOptions(setup)));
  try {
    await use(createRawSend(server.port));
  } finally {
    void (await server.close());
  }
}

function withoutDate(headers: Readonly<Record<string, string>>) {
  const { date, ...others } = headers;
  expect(date).toMatch(/ GMT$/);
  return others;
}
