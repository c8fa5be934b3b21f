// The JSON file: 64 creates at once, in process and over HTTP, against raw appends; opening a file of 1,000,000 pets.
import { join } from 'node:path';
import { firstAnswer } from '../http/first-answer.js';
import { columns } from '../http/interface.js';
import { pinning, startChild } from '../shared/child.js';
import { freePort } from '../shared/free-port.js';
import { makeFolder, writePetFile } from '../shared/pet-file.js';
import { figure, printConditions, printTable, spread, spreadFigure, spreadOfRatios } from '../shared/results.js';
import { cpus, quick } from '../shared/settings.js';

const atOnce = 64;
const rounds = quick ? 2 : 7;
const milliseconds = quick ? 500 : 1_500;
const openings = quick ? 1 : 5;
const petsToOpen = 1_000_000;

const folder = makeFolder();
const here = (name) => join(import.meta.dirname, name);

const creations = await measureCreations();
const opening = await measureOpening();
report();
process.exit();

/** Measures each way, and directly after it raw appends in the same batches. */
async function measureCreations() {
  const store = startChild(here('store.js'), { cpu: cpus.measured });
  const raw = startChild(here('raw.js'), { cpu: cpus.measured });
  const load = startChild(join(here('..'), 'http', 'load.js'), { cpu: cpus.load });
  const port = await freePort();
  await store.ask('open', { path: join(folder, 'created.json'), port });
  await raw.ask('open', { path: join(folder, 'raw.json') });

  const ways = {
    'in process': () => store.ask('create', { milliseconds, atOnce }),
    'over HTTP': () => createOverHttp(store, load, port),
  };
  const samples = Object.keys(ways).map((way) => ({ way, ours: [], raw: [], batches: [] }));
  for (let round = -1; round < rounds; round++) {
    for (const sample of samples) {
      const created = await ways[sample.way]();
      const appended = await raw.ask('append', { batches: created.batches });
      if (round < 0) continue; // to warm up
      sample.ours.push(created.wall);
      sample.raw.push(appended.wall);
      sample.batches.push(created.pets / created.batches.length);
    }
    process.stderr.write('.');
  }
  for (const child of [store, raw, load]) await child.stop();
  return samples.map(({ way, ours, raw: appends, batches }) => ({
    way,
    microseconds: spread(ours),
    raw: spread(appends),
    ratio: spreadOfRatios(ours, appends),
    petsPerBatch: spread(batches),
  }));
}

async function createOverHttp(server, load, port) {
  const { request, status, spareLength } = columns.find(({ name }) => name === 'create');
  const { body } = await firstAnswer(`http://127.0.0.1:${port}${request.path}`, request);
  const bodyLength = Buffer.byteLength(body);
  await load.ask('open', { port, request, status, bodyLength, spareLength, count: atOnce });
  await load.ask('run', milliseconds / 5);
  await server.ask('startReading');
  await load.ask('run', milliseconds);
  const created = await server.ask('finishReading');
  await load.ask('close');
  return created;
}

async function measureOpening() {
  const path = join(folder, 'large.json');
  await writePetFile(path, petsToOpen);
  const samples = { store: [], parse: [] };
  for (let round = 0; round < openings; round++) {
    for (const way of Object.keys(samples)) {
      const nodeOptions = ['--max-old-space-size=4096'];
      const child = startChild(here('open.js'), { cpu: cpus.measured, nodeOptions });
      samples[way].push(await child.ask('open', { way, path }));
      await child.stop();
    }
    process.stderr.write('.');
  }
  const of = (way, key) => samples[way].map((sample) => sample[key] / 1000);
  return Object.fromEntries(
    ['cpu', 'wall'].map((key) => {
      const [store, parse] = [of('store', key), of('parse', key)];
      return [key, { store: spread(store), parse: spread(parse), ratio: spreadOfRatios(store, parse) }];
    }),
  );
}

function report() {
  process.stderr.write('\n');
  printConditions(
    `${atOnce} creations at any time, ${rounds} rounds of ${milliseconds} ms; ${openings} openings of ${petsToOpen.toLocaleString('en')} pets; ${pinning}`,
  );
  printTable(
    `Microseconds of wall time for one durable pet, ${atOnce} at any time`,
    ['', 'median', 'raw appends, median', 'ratio, median (quartiles)', 'pets in a batch'],
    creations.map(({ way, microseconds, raw, ratio, petsPerBatch }) => [
      way,
      figure(microseconds.median),
      figure(raw.median),
      spreadFigure(ratio),
      figure(petsPerBatch.median),
    ]),
  );
  printTable(
    `Milliseconds to open ${petsToOpen.toLocaleString('en')} pets`,
    ['', 'this pet store, median', 'read, JSON.parse, zod, median', 'ratio, median (quartiles)'],
    Object.entries(opening).map(([key, { store, parse, ratio }]) => [
      key === 'cpu' ? 'CPU time' : 'wall time',
      figure(store.median),
      figure(parse.median),
      spreadFigure(ratio),
    ]),
  );
}
