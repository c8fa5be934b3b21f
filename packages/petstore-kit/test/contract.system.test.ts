// A client of the command keeps the contract of a pet store, also across restarts.
import { createClient } from '@petstore/client';
import { petStoreContract, type OpenedPetStore } from '@petstore/core/contract';
import { slowRuns } from '@petstore/test-support/runs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { runServer } from './running-command.ts';

const apiKey = 'contract-key';

describe('a client of the command, on its JSON file, keeps the contract of a store in process:', () => {
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: slowRuns }));

  async function open(): Promise<OpenedPetStore> {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-contract-'));
    const start = () => runServer(['--api-key', apiKey, '--log', 'none', '--storage', join(folder, 'pets.json')]);
    let server = await start();
    const stop = async () => {
      server.child.kill('SIGTERM');
      await server.exited;
    };
    return {
      store: createClient({ baseUrl: server.url, apiKey }),
      async reopen() {
        await stop();
        server = await start();
        return createClient({ baseUrl: server.url, apiKey });
      },
      async close() {
        await stop();
        await rm(folder, { recursive: true });
      },
    };
  }
});
