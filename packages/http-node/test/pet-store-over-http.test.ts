import { createPetStore, unwrap } from '@petstore/core';
import { checkDocumentedReply, type Send } from '@petstore/test-support/wire';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, expect, test } from 'vitest';
import { startServer } from '../src/index.ts';
import { createAgentSend } from './agent-send.ts';

const key = 'contract-key';

describe('over a real socket, a categoryId comes back digit for digit:', () => {
  test.each(['9007199254740993', '-9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    '%s in the creation, in the list and in the pet',
    async (integer) => {
      const { send, close } = await openServer();
      try {
        const headers = [['Authorization', `Bearer ${key}`] as const, ['Content-Type', 'application/json'] as const];
        const body = `{"name":"Rex","categoryId":${integer}}`;
        const pet = `{"id":1,"name":"Rex","categoryId":${integer}}`;
        const created = await send({ method: 'POST', path: '/v1/pets', headers, body });
        const listed = await send({ method: 'GET', path: '/v1/pets', headers });
        const got = await send({ method: 'GET', path: '/v1/pets/1', headers });
        expect([created, listed, got].map((reply) => [reply.status, reply.body])).toEqual([
          [201, pet],
          [200, `[${pet}]`],
          [200, pet],
        ]);
      } finally {
        await close();
      }
    },
  );
});

async function openServer(): Promise<{ send: Send; close: () => Promise<void> }> {
  const storage = createMemoryStorage();
  const store = createPetStore({ storage });
  const server = await unwrap(startServer({ store, apiKeys: [key], storage }));
  const client = createAgentSend(server.port);
  return {
    send: async (request) => checkDocumentedReply(request, await client.send(request)),
    close: async () => {
      client.close();
      void (await server.close());
    },
  };
}
