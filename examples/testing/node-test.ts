// A client under test in node:test: a server on a free port, and what it was sent.
import { startTestServer } from 'petstore-kit/testing';
import assert from 'node:assert/strict';
import test from 'node:test';

test('gives up a request that is stalled', async () => {
  await using server = await startTestServer({ script: [{ operation: 'listPets', fault: 'STALL_HEADERS' }] });
  const aborter = new AbortController();
  const listed = server.client.listPets({}, { signal: aborter.signal });
  while (server.requests().length === 0) await new Promise(setImmediate); // it has arrived
  aborter.abort();
  assert.equal((await listed).isErr(), true);
  assert.deepEqual(
    server.requests().map(({ operation, status, faults }) => ({ operation, status, faults })),
    [{ operation: 'listPets', status: undefined, faults: ['STALL_HEADERS'] }],
  );
});
