import { checkWireCase, wireCases, createWireOptions } from '@petstore/test-support/wire';
import { describe, expect, test } from 'vitest';
import { createRawSend } from '@petstore/test-support/raw-http';
import { startTestServer } from './test-server.ts';

describe('over a real socket, with startServer:', () => {
  for (const wireCase of wireCases) {
    test(wireCase.name, async () => {
      const { port } = await startTestServer({ ...createWireOptions(wireCase.setup), docs: false });
      await checkWireCase(wireCase, createRawSend(port));
    });
  }
});

test('each wire case has a unique name', () => {
  expect(new Set(wireCases.map(({ name }) => name)).size).toBe(wireCases.length);
});
