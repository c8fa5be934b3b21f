// The CPU and wall time of the `petstore-kit` command from the start of its process to its first answer, and what is installed for it.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { firstAnswer } from '../http/first-answer.js';
import { apiKey } from '../http/interface.js';
import { pinning, startChild } from '../shared/child.js';
import { figure, printTable, saveResult, spread, spreadFigure, spreadOfRatios } from '../shared/results.js';
import { cpus, quick } from '../shared/settings.js';

const rounds = quick ? 3 : 15;
const root = join(import.meta.dirname, '..', '..');

const installed = install();
const programs = [
  { name: 'petstore-kit, as installed', file: installed.command, args: ['--port', 0, '--api-key', apiKey] },
  { name: 'node:http with one fixed answer', file: join(import.meta.dirname, 'bare.js'), args: [] },
];
const samples = programs.map(() => ({ cpu: [], wall: [] }));
for (let round = 0; round < rounds; round++) {
  for (const [index, program] of programs.entries()) {
    const { cpu, wall } = await measureStart(program);
    samples[index].cpu.push(cpu);
    samples[index].wall.push(wall);
  }
}
rmSync(installed.folder, { recursive: true });

const bare = samples.at(-1);
const found = programs.map(({ name }, index) => {
  const of = (key) => ({
    milliseconds: spread(samples[index][key]),
    ratio: spreadOfRatios(samples[index][key], bare[key]),
  });
  return { name, cpu: of('cpu'), wall: of('wall') };
});
const { packages, bytes, names } = installed;
saveResult('start', {
  unit: 'milliseconds from the start of the process to its first answer; ratio: to node:http in the same round',
  conditions: `${rounds} rounds, in each of which both start; ${pinning}`,
  starts: found,
  installed: { packages, mebibytes: bytes / 2 ** 20, names: names.join(', ') },
});
printTable(
  'Milliseconds from the start of the process to its first answer, median; ratio to node:http, median (quartiles)',
  ['', 'CPU', 'ratio', 'wall', 'ratio'],
  found.map(({ name, cpu, wall }) => [
    name,
    ...[cpu, wall].flatMap(({ milliseconds, ratio }) => [figure(milliseconds.median), spreadFigure(ratio)]),
  ]),
);
printTable(
  'Installed for it in production',
  ['', 'packages', 'MiB'],
  [['npm install petstore-kit', packages, (bytes / 2 ** 20).toFixed(1)]],
);

async function measureStart({ file, args }) {
  const startedAt = performance.now();
  const child = startChild(file, { args, cpu: cpus.measured, stdout: 'pipe', cwd: installed.folder });
  const url = await announcedUrl(child.stdout);
  const headers = { authorization: `Bearer ${apiKey}` };
  const { status } = await firstAnswer(`${url}/pets`, { method: 'GET', headers });
  const cpu = (await child.ask('cpu')) / 1000;
  const wall = performance.now() - startedAt;
  await child.stop();
  if (status !== 200) throw new Error(`${file} answered ${status}.`);
  return { cpu, wall };
}

async function announcedUrl(stdout) {
  for await (const line of createInterface({ input: stdout })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The program printed no address.');
}

/** Packs `petstore-kit` and installs it from the tarball, as its users get it. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
  const npm = (...args) =>
    execFileSync('npm', [...args, '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const tarball = npm('pack', join(root, 'packages', 'petstore-kit'))
    .toString()
    .trim()
    .split('\n')
    .at(-1);
  const dependencies = { 'petstore-kit': `file:${tarball}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  npm('install', '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts');

  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
  const command = join(modules, 'petstore-kit', 'dist', 'main.js');
  return { folder, command, packages: names.length, names, bytes: sizeOf(modules) };
}

/** The bytes of all files below a folder. */
function sizeOf(path) {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
