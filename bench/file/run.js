// The JSON file: 64 creates at once against raw appends; opening a file of 1,000,000 pets.
import { join } from 'node:path';
import { pinning, startChild } from '../shared/child.js';
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

/** Measures creations, and directly after them raw appends in the same batches. */
async function measureCreations() {
  const store = startChild(here('store.js'), { cpu: cpus.measured });
  const raw = startChild(here('raw.js'), { cpu: cpus.measured });
  await store.ask('open', { path: join(folder, 'created.json') });
  await raw.ask('open', { path: join(folder, 'raw.json') });

  const samples = { ours: [], raw: [], batches: [] };
  for (let round = -1; round < rounds; round++) {
    const created = await store.ask('create', { milliseconds, atOnce });
    const appended = await raw.ask('append', { batches: created.batches });
    if (round < 0) continue; // to warm up
    samples.ours.push(created.microseconds);
    samples.raw.push(appended);
    samples.batches.push(created.pets / created.batches.length);
    process.stderr.write('.');
  }
  for (const child of [store, raw]) await child.stop();
  return {
    microseconds: spread(samples.ours),
    raw: spread(samples.raw),
    ratio: spreadOfRatios(samples.ours, samples.raw),
    petsPerBatch: spread(samples.batches),
  };
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
  const { store, parse } = samples;
  return { store: spread(store), parse: spread(parse), ratio: spreadOfRatios(store, parse) };
}

function report() {
  process.stderr.write('\n');
  printConditions(
    `${atOnce} creations at any time, ${rounds} rounds of ${milliseconds} ms; ${openings} openings of ${petsToOpen.toLocaleString('en')} pets; ${pinning}`,
  );
  printTable(
    `Microseconds of wall time for one durable pet, ${atOnce} at any time`,
    ['median', 'raw appends, median', 'ratio, median (quartiles)', 'pets in a batch'],
    [
      [
        figure(creations.microseconds.median),
        figure(creations.raw.median),
        spreadFigure(creations.ratio),
        figure(creations.petsPerBatch.median),
      ],
    ],
  );
  printTable(
    `Milliseconds of wall time to open ${petsToOpen.toLocaleString('en')} pets`,
    ['median', 'read, JSON.parse, zod, median', 'ratio, median (quartiles)'],
    [[figure(opening.store.median), figure(opening.parse.median), spreadFigure(opening.ratio)]],
  );
}
