import { describe, expect, test } from 'vitest';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { listing, startTestServer, startAndConnect } from './test-server.ts';

describe('an idle connection', () => {
  test('is kept for 75 s, longer than by common clients and load balancers', async () => {
    const { connection } = await startAndConnect();
    for (let request = 0; request < 2; request++) {
      connection.write(listing);
      expect((await connection.reply()).headers).toMatchObject({
        connection: 'keep-alive',
        'keep-alive': 'timeout=75',
      });
      await expect.poll(async () => (await connection.serverSide()).timeout).toBeGreaterThanOrEqual(75_000);
    }
  });

  test('is kept for the time keepAliveTimeout', async () => {
    const { port, records } = await startTestServer({ keepAliveTimeout: 20 });
    const silent = await openRawConnection(port);
    expect(await silent.closed).toBe('');
    expect(records).toEqual([]);
    const patient = await openRawConnection((await startTestServer({ keepAliveTimeout: 600_000 })).port);
    patient.write(listing);
    expect((await patient.reply()).headers).toMatchObject({ 'keep-alive': 'timeout=600' });
  });
});
