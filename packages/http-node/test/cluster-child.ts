import { createMemoryStorage } from '@petstore/storage-memory';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { env } from 'node:process';
import { startServer } from '../src/index.ts';

/** What a worker tells the primary process. */
interface Started {
  readonly port: number;
  /** The status of a list with the key of this worker. */
  readonly status: number;
  /** What came of a second server, on the port of the worker before. */
  readonly second: string;
}

if (cluster.isPrimary) {
  const workers: Started[] = [];
  for (let i = 0; i < 2; i++) {
    const [started] = (await once(cluster.fork({ TAKEN_PORT: workers[0]?.port }), 'message')) as [Started];
    workers.push(started);
  }
  const [one, other] = workers;
  console.log(one?.port === other?.port ? 'one port' : 'two ports', one?.status, other?.status, other?.second);
  for (const worker of Object.values(cluster.workers ?? {})) worker?.kill();
} else {
  const served = { storage: createMemoryStorage() };
  const server = (await startServer({ ...served, docs: false }))._unsafeUnwrap();
  const headers = { Authorization: `Bearer ${server.apiKey}` };
  const { status } = await fetch(`${server.url}/pets`, { headers });
  const second = await startServer({ ...served, docs: false, port: Number(env.TAKEN_PORT ?? 0) });
  const outcome = second.match(
    () => 'listens',
    ({ message }) => message,
  );
  process.send?.({ port: server.port, status, second: outcome } satisfies Started);
}
