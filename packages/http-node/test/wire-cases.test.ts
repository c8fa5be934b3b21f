import { unwrap } from '@petstore/core';
import { checkWireCase, wireCases, createWireOptions, type Send, type WireSetup } from '@petstore/test-support/wire';
import { describe, expect, test } from 'vitest';
import { startServer } from '../src/index.ts';
import { createRawSend } from '@petstore/test-support/raw-http';

describe('over a real socket, with startServer:', () => {
  for (const wireCase of wireCases) {
    test(wireCase.name, () => withStartedServer(wireCase.setup, (send) => checkWireCase(wireCase, send)));
  }
});

test('each wire case has a unique name', () => {
  expect(new Set(wireCases.map(({ name }) => name)).size).toBe(wireCases.length);
});

async function withStartedServer(setup: WireSetup = {}, use: (send: Send) => Promise<void>): Promise<void> {
  const server = await unwrap(startServer({ ...createWireOptions(setup), docs: false }));
  try {
    await use(createRawSend(server.port));
  } finally {
    void (await server.close());
  }
}
