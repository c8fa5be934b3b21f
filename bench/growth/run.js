// What growth costs: list, get and create with 1,000 to 1,000,000 pets, on memory and on the JSON file; the memory of a pet.
import { join } from 'node:path';
import { pinning, startChild } from '../shared/child.js';
import { makeFolder, writePetFile } from '../shared/pet-file.js';
import { figure, printTable, ratioFigure, saveResult, summary } from '../shared/results.js';
import { cpus, quick } from '../shared/settings.js';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const rounds = quick ? 3 : 15;
const operations = {
  memory: ['list', 'list sold', 'get', 'get of 100', 'create'],
  json: ['durable create', 'durable create, 64 at once'],
};
const titles = {
  list: 'list 20, memory',
  'list sold': 'list 10 sold (1 %), memory',
  get: 'get any of all, memory',
  'get of 100': 'get one of the same 100, memory',
  create: 'create, memory',
  'durable create': 'durable create, JSON file',
  'durable create, 64 at once': 'durable create of 64 at once, JSON file',
};

const folder = makeFolder();
const results = [];
for (const [storage, names] of Object.entries(operations)) {
  // All sizes live at once, and take turns within the same second, so that what disturbs one disturbs all.
  const children = [];
  for (const pets of sizes) {
    const nodeOptions = ['--expose-gc', '--max-old-space-size=4096'];
    const args = [storage === 'json' ? join(folder, `${pets}.json`) : pets];
    if (storage === 'json') await writePetFile(args[0], pets);
    const child = startChild(join(import.meta.dirname, `${storage}.js`), { args, cpu: cpus.measured, nodeOptions });
    children.push({ pets, child, opened: await child.ask('open') });
  }
  for (const name of names) {
    const samples = new Map(sizes.map((pets) => [pets, []]));
    for (const { child } of children) await child.ask('measure', name); // to warm up
    for (let round = 0; round < rounds; round++) {
      for (const { pets, child } of children) samples.get(pets).push(await child.ask('measure', name));
      process.stderr.write('.');
    }
    const bySize = sizes.map((pets) => {
      const cpu = summary(samples.get(pets).map((sample) => sample.cpu));
      const wall = summary(samples.get(pets).map((sample) => sample.wall));
      return { pets, cpuLeast: cpu.least, cpuMedian: cpu.median, wallLeast: wall.least, wallMedian: wall.median };
    });
    results.push({ operation: name, storage, title: titles[name], sizes: bySize });
  }
  if (storage === 'memory') {
    const memory = children.map(({ pets, opened }) => ({ pets, bytesPerPet: opened.bytesPerPet }));
    results.push({ operation: 'memory', title: 'memory of a pet, bytes', memory });
  }
  for (const { child } of children) await child.stop();
}
process.stderr.write('\n');

const timed = results.filter(({ sizes: bySize }) => bySize !== undefined);
saveResult('growth', {
  unit: 'microseconds for one operation: CPU time of the process, and wall time; bytes of heap for a pet',
  conditions: `${rounds} rounds, the sizes taking turns; ${pinning}`,
  operations: timed,
  memory: results.find(({ memory }) => memory !== undefined).memory,
});
const head = ['', ...sizes.map((pets) => pets.toLocaleString('en')), 'last to first'];
const rows = (key) =>
  timed.map(({ title, sizes: bySize }) => [
    title,
    ...bySize.map((size) => figure(size[key])),
    ratioFigure(bySize.at(-1)[key] / bySize[0][key]),
  ]);
printTable('Microseconds of CPU for one, least', head, rows('cpuLeast'));
printTable('Microseconds of CPU for one, median', head, rows('cpuMedian'));
printTable('Microseconds of wall time for one, median', head, rows('wallMedian'));
printTable('Heap', head.slice(0, -1), [
  ['bytes a pet', ...results.find(({ memory }) => memory).memory.map(({ bytesPerPet }) => figure(bytesPerPet))],
]);
