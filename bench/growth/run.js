// What growth costs: list, get and create with 1,000 to 1,000,000 pets, in memory and in the JSON file; the memory of a pet.
import { join } from 'node:path';
import { pinning, startChild } from '../shared/child.js';
import { makeFolder, writePetFile } from '../shared/pet-file.js';
import { figure, printTable, saveResult, spread, spreadFigure, spreadOfRatios } from '../shared/results.js';
import { cpus, quick } from '../shared/settings.js';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const rounds = quick ? 3 : 15;
const titles = {
  memory: {
    list: 'list 20, memory',
    'list sold': 'list 10 sold (1 %), memory',
    get: 'get any of all, memory',
    'get of 100': 'get one of the same 100, memory',
    create: 'create, memory',
  },
  json: {
    'durable create': 'durable create, JSON file',
    'durable create, 64 at once': 'durable create of 64 at once, JSON file',
  },
};

const folder = makeFolder();
const memory = await measureMemory();
const json = await measureJson();
process.stderr.write('\n');
report();

/** At each size, the store and the same work on plain Maps and arrays. */
async function measureMemory() {
  const stores = await startAll('memory.js', (pets) => ['store', pets]);
  const plain = await startAll('memory.js', (pets) => ['plain', pets]);
  const operations = [];
  for (const [operation, title] of Object.entries(titles.memory)) {
    const samples = await takeTurns([...stores, ...plain], operation);
    operations.push({ title, ...bySize(samples.slice(0, sizes.length), samples.slice(sizes.length)) });
  }
  for (const { child } of [...stores, ...plain]) await child.stop();
  const bytesPerPet = stores.map(({ opened }) => opened.bytesPerPet);
  return { operations, bytesPerPet };
}

async function measureJson() {
  for (const pets of sizes) await writePetFile(fileOf(pets), pets);
  const stores = await startAll('json.js', (pets) => [fileOf(pets)]);
  const operations = [];
  for (const [operation, title] of Object.entries(titles.json)) {
    operations.push({ title, ...bySize(await takeTurns(stores, operation)) });
  }
  for (const { child } of stores) await child.stop();
  return { operations };
}

function fileOf(pets) {
  return join(folder, `${pets}.json`);
}

async function startAll(file, argsOf) {
  const nodeOptions = ['--expose-gc', '--max-old-space-size=4096'];
  const started = [];
  for (const pets of sizes) {
    const child = startChild(join(import.meta.dirname, file), { args: argsOf(pets), cpu: cpus.measured, nodeOptions });
    started.push({ child, opened: await child.ask('open') });
  }
  return started;
}

/** Lets all processes take turns in each round. Returns the microseconds of CPU of each. */
async function takeTurns(processes, operation) {
  const samples = processes.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { child }] of processes.entries()) {
      const { cpu } = await child.ask('measure', operation);
      if (round >= 0) samples[index].push(cpu); // the first round warms up
    }
  }
  process.stderr.write('.');
  return samples;
}

function bySize(samples, plain) {
  return {
    growth: spreadOfRatios(samples.at(-1), samples[0]),
    sizes: sizes.map((pets, index) => ({
      pets,
      microseconds: spread(samples[index]),
      ...(plain && { ratioToPlain: spreadOfRatios(samples[index], plain[index]) }),
    })),
  };
}

function report() {
  const operations = [...memory.operations, ...json.operations];
  saveResult('growth', {
    unit: 'microseconds of CPU for one operation; growth: ratio of the largest size to the smallest in the same round',
    conditions: `${rounds} rounds, in each of which the sizes take turns; ${pinning}`,
    operations,
    bytesPerPet: memory.bytesPerPet,
  });
  const head = ['', ...sizes.map((pets) => pets.toLocaleString('en'))];
  printTable(
    'Microseconds of CPU for one operation, median',
    [...head, 'last to first, median (quartiles)'],
    operations.map(({ title, sizes: cells, growth }) => [
      title,
      ...cells.map(({ microseconds }) => figure(microseconds.median)),
      spreadFigure(growth),
    ]),
  );
  printTable(
    'Ratio to the same work on plain Maps and arrays, median (quartiles)',
    head,
    memory.operations.map(({ title, sizes: cells }) => [
      title,
      ...cells.map(({ ratioToPlain }) => spreadFigure(ratioToPlain)),
    ]),
  );
  printTable('Heap', head, [['bytes a pet', ...memory.bytesPerPet.map(figure)]]);
}
