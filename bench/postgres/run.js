// PostgreSQL: creates and lists a second with 1, 2 and 4 processes on one database, and what the driver alone does.
import { startThrowawayPostgres } from '@petstore/test-support/postgres';
import { join } from 'node:path';
import { startChild } from '../shared/child.js';
import { figure, printConditions, printTable, spread, spreadFigure, spreadOfRatios } from '../shared/results.js';
import { quick } from '../shared/settings.js';

const processes = [1, 2, 4];
const atOnce = 16;
const rounds = quick ? 2 : 7;
const milliseconds = quick ? 500 : 2_000;
const petsBefore = 10_000;

const server = await startThrowawayPostgres({ fsync: 'on' });
const workers = Array.from({ length: Math.max(...processes) }, () =>
  startChild(join(import.meta.dirname, 'worker.js')),
);
try {
  for (const worker of workers) await worker.ask('open', server);
  await fill();
  report(await measure());
} finally {
  for (const worker of workers) await worker.stop();
  await server.stop();
}
process.exit();

/** Fills the table with pets, of which enough are sold for a list. */
async function fill() {
  const { default: pg } = await import('pg');
  const client = new pg.Client(server.connectionString);
  await client.connect();
  await client.query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet ' || place, place % 7, CASE WHEN place % 100 = 99 THEN 'sold' ELSE 'available' END
     FROM generate_series(1, ${petsBefore}) AS place`,
  );
  await client.query('VACUUM ANALYZE pets');
  await client.end();
}

/** Both ways take turns, so that what disturbs one disturbs the other. */
async function measure() {
  const samples = ['create', 'list'].flatMap((operation) =>
    processes.map((count) => ({ operation, processes: count, store: [], driver: [] })),
  );
  for (let round = -1; round < rounds; round++) {
    for (const sample of samples) {
      for (const way of ['store', 'driver']) {
        const answered = await Promise.all(
          workers
            .slice(0, sample.processes)
            .map((worker) => worker.ask('run', { way, operation: sample.operation, milliseconds, atOnce })),
        );
        if (round < 0) continue; // to warm up
        sample[way].push((answered.reduce((sum, count) => sum + count, 0) * 1000) / milliseconds);
      }
    }
    process.stderr.write('.');
  }
  return samples.map(({ store, driver, ...sample }) => ({
    ...sample,
    store: spread(store),
    driver: spread(driver),
    ratio: spreadOfRatios(store, driver),
  }));
}

function report(results) {
  process.stderr.write('\n');
  printConditions(
    `${atOnce} calls at any time and 10 connections in each process, ${rounds} rounds of ${milliseconds} ms; a server on this machine with fsync on, its files in the folder for temporary files; ${petsBefore.toLocaleString('en')} pets before`,
  );
  printTable(
    'Calls answered a second, all processes on one database together',
    ['', 'processes', 'this pet store, median', 'pg alone, median', 'ratio, median (quartiles)'],
    results.map(({ operation, processes: count, store, driver, ratio }) => [
      operation === 'list' ? 'list 20 sold' : operation,
      count,
      figure(store.median),
      figure(driver.median),
      spreadFigure(ratio),
    ]),
  );
}
