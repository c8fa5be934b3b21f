// CPU time of the server for one request: us and our peers against a constant body on node:http. README.md says how.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pinning, startChild } from '../shared/child.js';
import { freePort } from '../shared/free-port.js';
import { cpus, quick } from '../shared/settings.js';
import { firstAnswer } from './first-answer.js';
import { columns } from './interface.js';
import { reportHttp } from './report.js';
import { chooseSubjects } from './subjects.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    peers: { type: 'string' },
    variant: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: quick ? '1' : '8' },
    rounds: { type: 'string', default: '4' },
  },
});
const subjects = chooseSubjects(options);
const runs = Number(options.runs);
const rounds = Number(options.rounds);
const milliseconds = quick ? { warmUp: 1_000, settle: 50, turn: 250 } : { warmUp: 1_500, settle: 100, turn: 500 };
const connections = 50;
/**
 * A full collection of garbage while V8 optimizes can make `process.nextTick` slower for the life of a process: 1.8 µs for a request,
 * of any server. With a larger heap, none comes so early.
 */
const nodeOptions = ['--initial-heap-size=256'];

/** For the files of the servers. */
const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
const load = startChild(join(import.meta.dirname, 'load.js'), { cpu: cpus.load });
/** The turns of every subject by column, in the order of runs and rounds. */
const turns = new Map(subjects.map(({ name }) => [name, new Map(columns.map((column) => [column.name, []]))]));
for (let run = 0; run < runs; run++) await measureRun(run);
await load.stop();
rmSync(folder, { recursive: true });
reportHttp({
  subjects,
  turns,
  save: options.peers === undefined && options.variant.length === 0,
  conditions: `${connections} keep-alive connections; ${runs} runs, each with new servers and ${rounds} rounds; turns of ${milliseconds.turn} ms; ${pinning}`,
});
process.exit();

/** Starts every server anew, then measures column by column. */
async function measureRun(run) {
  for (const pets of new Set(columns.map((column) => column.pets))) {
    const servers = new Map();
    for (const subject of subjects) servers.set(subject, await startServer(subject, pets));
    try {
      for (const column of columns) if (column.pets === pets) await measureColumn(servers, column, run);
    } finally {
      for (const { child } of servers.values()) await child.stop();
    }
  }
}

/** In each round, every server has one turn; each round begins with another one, so that none gains by its place. */
async function measureColumn(servers, column, run) {
  const targets = [];
  let ours;
  for (const [subject, server] of servers) {
    if (!subject.has(column)) continue;
    const { port, child } = server;
    const request = { ...column.request, path: subject.pathOf(column) };
    if (subject.isConstant) await child.ask('become', ours);
    const answer = await firstAnswer(`http://127.0.0.1:${port}${request.path}`, request);
    ours ??= answer; // we come first: the constant bodies copy our answer, and the peers send the header fields that we send
    expectRight(subject, column, answer, ours);
    const { status, spareLength } = column;
    const expected = { status, bodyLength: Buffer.byteLength(answer.body), spareLength };
    targets.push({ child, subject, load: { port, request, ...expected, count: connections } });
  }
  for (const target of targets) await takeTurn(target, milliseconds.warmUp);
  for (let round = 0; round < rounds; round++) {
    const first = (run + round) % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      turns
        .get(target.subject.name)
        .get(column.name)
        .push(await takeTurn(target, milliseconds.turn));
    }
  }
  process.stderr.write('.');
}

/** Everything that is counted was asked and answered within the turn. */
async function takeTurn({ child, load: parameters }, duration) {
  await load.ask('open', parameters);
  await load.ask('run', milliseconds.settle);
  const before = await child.ask('cpu');
  const { answers, milliseconds: wall } = await load.ask('run', duration);
  const cpu = (await child.ask('cpu')) - before;
  await load.ask('close');
  return { microseconds: cpu / answers, utilization: cpu / 1000 / wall };
}

async function startServer({ file, args: more }, pets) {
  const port = await freePort();
  const args = [port, pets, ...more];
  const child = startChild(file, { args, cpu: cpus.measured, stdout: 'ignore', cwd: folder, nodeOptions });
  await firstAnswer(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} }); // any answer: the server listens
  return { child, port };
}

function expectRight({ name, hasOurHeaders }, column, { status, headers, body }, ours) {
  if (status !== column.status || !column.isRight(JSON.parse(body))) {
    throw new Error(`${name}, ${column.name}: wrong answer ${status} ${body.slice(0, 300)}`);
  }
  const names = new Set(Object.keys(headers).map((header) => header.toLowerCase()));
  const missing = Object.keys(ours.headers).filter((header) => !names.has(header.toLowerCase()));
  if (hasOurHeaders && missing.length > 0) throw new Error(`${name}, ${column.name}: no ${missing.join(', ')}`);
}
