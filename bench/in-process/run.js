// Nanoseconds of one call in process, on memory: the store, the same work on plain Maps and arrays, and the parts of it.
// Each of them in a process of its own, for code that has only ever seen one store is faster than it will be in use.
import { join } from 'node:path';
import { pinning, startChild } from '../shared/child.js';
import { figure, printTable, ratioFigure, saveResult, summary } from '../shared/results.js';
import { cpus, quick } from '../shared/settings.js';

const rounds = quick ? 1 : 3;
const calls = ['listPets', 'getPet', 'createPet'];
const kinds = [
  { name: 'plain Maps and arrays, one zod parse, one promise', file: 'plain' },
  { name: 'this pet store', file: 'store' },
  { name: 'of it: the storage alone', file: 'storage' },
  { name: 'of it: the zod parse alone (safeParse)', file: 'parse' },
  { name: 'one promise', file: 'promise' },
];

const samples = new Map();
for (let round = 0; round < rounds; round++) {
  for (const { file } of kinds) {
    const child = startChild(join(import.meta.dirname, 'measure.js'), { args: [file], cpu: cpus.measured });
    for (const call of calls) {
      const nanoseconds = await child.ask('measure', { call, cpuTime: quick ? 60e6 : 500e6 });
      const key = `${file} ${call}`;
      samples.set(key, [...(samples.get(key) ?? []), nanoseconds]);
    }
    await child.stop();
  }
}

const found = kinds.map(({ name, file }) => ({
  name,
  calls: calls.map((call) => {
    const { least, median } = summary(samples.get(`${file} ${call}`));
    return { call, least, median, ratio: least / summary(samples.get(`plain ${call}`)).least };
  }),
}));
saveResult('in-process', {
  unit: 'nanoseconds for one awaited call on 1,000 pets: the median of a round, of which the least and the median',
  conditions: `mitata, ${rounds} rounds; ${pinning}`,
  kinds: found,
});
const rows = (show) => found.map(({ name, calls: each }) => [name, ...each.map(show)]);
const head = ['', 'listPets({ limit: 20 })', 'getPet(500)', 'createPet({ … })'];
printTable(
  'Nanoseconds for one awaited call',
  head,
  rows(({ least }) => figure(least)),
);
printTable(
  'Ratio to plain Maps and arrays',
  head,
  rows(({ ratio }) => ratioFigure(ratio)),
);
