// The JSON file: 64 creates at once, in process and over HTTP, against raw appends; opening a file of 1,000,000 pets.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { firstAnswer } from '../http/first-answer.js';
import { columns } from '../http/interface.js';
import { pinning, startChild } from '../shared/child.js';
import { freePort } from '../shared/free-port.js';
import { makeFolder, writePetFile } from '../shared/pet-file.js';
import { figure, printTable, ratioFigure, saveResult, summary } from '../shared/results.js';
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

/** Each way, and at once after it the raw appends of the very batches that it came to. */
async function measureCreations() {
  const store = startChild(here('store.js'), { cpu: cpus.measured });
  const raw = startChild(here('raw.js'), { cpu: cpus.measured });
  const rawHttp = startChild(here('raw-http.js'), { cpu: cpus.measured });
  const load = startChild(join(here('..'), 'http', 'load.js'), { cpu: cpus.load });
  const port = await freePort();
  await store.ask('open', { path: join(folder, 'created.json'), port });
  await raw.ask('open', { path: join(folder, 'raw.json') });
  const rawPort = await freePort();
  await rawHttp.ask('open', { path: join(folder, 'raw-http.json'), port: rawPort });

  const ways = {
    'in process': () => store.ask('create', { milliseconds, atOnce }),
    'over HTTP': () => createOverHttp(store, load, `http://127.0.0.1:${port}`),
    'raw appends behind node:http': () => createOverHttp(rawHttp, load, `http://127.0.0.1:${rawPort}`),
  };
  const samples = Object.keys(ways).map((way) => ({ way, ours: [], raw: [], ratios: [], batches: [] }));
  for (let round = -1; round < rounds; round++) {
    for (const sample of samples) {
      const created = await ways[sample.way]();
      const appended = await raw.ask('append', { batches: created.batches });
      if (round < 0) continue; // to warm up
      sample.ours.push(created.wall);
      sample.raw.push(appended.wall);
      sample.ratios.push(created.wall / appended.wall);
      sample.batches.push(created.pets / created.batches.length);
    }
    process.stderr.write('.');
  }
  for (const child of [store, raw, rawHttp, load]) await child.stop();
  return samples.map(({ way, ours, raw: appends, ratios, batches }) => ({
    way,
    store: summary(ours),
    raw: summary(appends),
    ratio: summary(ratios),
    petsPerBatch: summary(batches).median,
  }));
}

async function createOverHttp(store, load, base) {
  const { request, status, spareLength } = columns.find(({ name }) => name === 'create');
  const url = base + request.path;
  const { body } = await firstAnswer(url, request);
  await load.ask('start', { url, request, status, bodyLength: body.length, spareLength, connections: atOnce });
  await wait(milliseconds / 5);
  await store.ask('startReading');
  await wait(milliseconds);
  const created = await store.ask('finishReading');
  await load.ask('count'); // fails where an answer was wrong
  await load.ask('stop');
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
  const of = (way, key) => summary(samples[way].map((sample) => sample[key] / 1000));
  return Object.fromEntries(
    ['cpu', 'wall'].map((key) => {
      const [store, parse] = [of('store', key), of('parse', key)];
      return [key, { store, parse, ratio: store.least / parse.least }];
    }),
  );
}

function report() {
  process.stderr.write('\n');
  saveResult('file', {
    unit: 'creations: microseconds of wall time for one pet; opening: milliseconds',
    conditions: `${atOnce} creations at any time, ${rounds} rounds of ${milliseconds} ms; ${openings} openings of ${petsToOpen.toLocaleString('en')} pets; ${pinning}`,
    creations,
    opening,
  });
  printTable(
    `Microseconds of wall time for one durable pet, ${atOnce} at any time`,
    ['', 'least', 'median', 'raw, least', 'median', 'ratio in a round, least', 'median', 'pets in a batch'],
    creations.map(({ way, store, raw, ratio, petsPerBatch }) => [
      way,
      ...[store, raw].flatMap(({ least, median }) => [figure(least), figure(median)]),
      ...[ratio.least, ratio.median].map(ratioFigure),
      figure(petsPerBatch),
    ]),
  );
  printTable(
    `Milliseconds to open ${petsToOpen.toLocaleString('en')} pets`,
    ['', 'this pet store, least', 'median', 'read, JSON.parse, zod, least', 'median', 'ratio'],
    Object.entries(opening).map(([key, { store, parse, ratio }]) => [
      key === 'cpu' ? 'CPU time' : 'wall time',
      ...[store, parse].flatMap(({ least, median }) => [figure(least), figure(median)]),
      ratioFigure(ratio),
    ]),
  );
}
