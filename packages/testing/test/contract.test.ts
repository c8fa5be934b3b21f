// A store for tests keeps the contract of a pet store, so that a client under test sees the behaviour of a real store. Its server is
// that of packages/client/test/contract.test.ts.
import { petStoreContract, type OpenedPetStore } from '@petstore/core/contract';
import { getEventListeners } from 'node:events';
import { slowRuns } from '@petstore/test-support/runs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestFetch, startTestServer } from '../src/index.ts';

describe('the client of createTestFetch keeps the contract of a store in process:', () => {
  const open = (): OpenedPetStore => {
    const { client, close } = createTestFetch();
    return { store: client, close };
  };
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: slowRuns }));
});

test('a test server works without a global fetch, as in jsdom; its client does not', async () => {
  vi.stubGlobal('fetch', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = await startTestServer();
  onTestFinished(() => server.close());
  expect(() => server.client).toThrow('fetch is missing in this environment');
});

test('a test fetch leaves no listener on a signal that outlives its calls', async () => {
  const { fetch, url, apiKey, setScript, close } = createTestFetch();
  onTestFinished(close);
  setScript([{}, { fault: 'EMPTY_RESPONSE' }, { fault: 'TRUNCATED_BODY' }]);
  const request = new Request(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });
  for (let i = 0; i < 4; i++) await fetch(request).catch(() => undefined);
  expect(getEventListeners(request.signal, 'abort')).toEqual([]);
});
