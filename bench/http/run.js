// CPU time of the server for one request: our command, our library and our peers against a constant body on node:http. README.md
// says how.
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pinning, startChild } from '../shared/child.js';
import { freePort } from '../shared/free-port.js';
import { writePetFile } from '../shared/pet-file.js';
import { cpus, quick } from '../shared/settings.js';
import { firstAnswer } from './first-answer.js';
import { columns, petCount } from './interface.js';
import { reportHttp } from './report.js';
import { chooseSubjects, library } from './subjects.js';

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
const milliseconds = quick ? { settle: 50, turn: 250 } : { settle: 100, turn: 500 };
/** Rounds that do not count. */
const warmUps = 3;
const connections = 50;

/** For the files of the servers. */
const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
/** What the servers print. */
const log = openSync(join(folder, 'log.txt'), 'a');
/** The pets that the command starts with. */
const seed = join(folder, 'pets.json');
await writePetFile(seed, petCount);
const load = startChild(join(import.meta.dirname, 'load.js'), { cpu: cpus.load });
/** The turns of every subject by column, in the order of runs and rounds. */
const turns = new Map(subjects.map(({ name }) => [name, new Map(columns.map((column) => [column.name, []]))]));
for (let run = 0; run < runs; run++) await measureRun(run);
await load.stop();
rmSync(folder, { recursive: true });
reportHttp({
  subjects,
  turns,
  conditions: `${connections} keep-alive connections; ${runs} runs, each with new servers, ${warmUps} rounds to warm up and ${rounds} that count; turns of ${milliseconds.turn} ms; ${pinning}`,
});
process.exit();

/** Starts every server anew, then measures column by column. */
async function measureRun(run) {
  const servers = new Map();
  for (const subject of subjects) servers.set(subject, await startServer(subject));
  try {
    for (const column of columns) await measureColumn(servers, column, run);
  } finally {
    for (const { child } of servers.values()) await child.stop();
  }
}

/** In each round, every server has one turn; each round begins with another one, so that none gains by its place. */
async function measureColumn(servers, column, run) {
  const targets = [];
  const ask = (port, request) => firstAnswer(`http://127.0.0.1:${port}${request.path}`, request);
  const ours = await ask(servers.get(library).port, column.request);
  for (const [subject, server] of servers) {
    const { port, child } = server;
    const { request } = column;
    if (subject.isConstant) await child.ask('become', ours);
    const answer = await ask(port, request);
    expectRight(subject, column, answer, ours);
    const { status, spareLength } = column;
    const expected = { status, bodyLength: Buffer.byteLength(answer.body), spareLength };
    targets.push({ child, subject, load: { port, request, ...expected, count: connections } });
  }
  for (let round = 0; round < warmUps + rounds; round++) {
    const first = (run + round) % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const turn = await takeTurn(target);
      if (round >= warmUps) turns.get(target.subject.name).get(column.name).push(turn);
    }
  }
  process.stderr.write('.');
}

/** Everything that is counted was asked and answered within the turn. */
async function takeTurn({ child, load: parameters }) {
  await load.ask('open', parameters);
  await load.ask('run', milliseconds.settle);
  const before = await child.ask('cpu');
  const { answers, milliseconds: wall } = await load.ask('run', milliseconds.turn);
  const cpu = (await child.ask('cpu')) - before;
  await load.ask('close');
  return { microseconds: cpu / answers, utilization: cpu / 1000 / wall };
}

async function startServer({ file, argsFor }) {
  const port = await freePort();
  const args = argsFor({ port, seed });
  const child = startChild(file, { args, cpu: cpus.measured, stdout: log, cwd: folder });
  await firstAnswer(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} }); // any answer: the server listens
  return { child, port };
}

function expectRight({ name }, column, { status, headers, body }, ours) {
  if (status !== column.status || !column.isRight(JSON.parse(body))) {
    throw new Error(`${name}, ${column.name}: wrong answer ${status} ${body.slice(0, 300)}`);
  }
  const missing = Object.keys(ours.headers).filter((header) => !(header in headers));
  if (missing.length > 0) throw new Error(`${name}, ${column.name}: no ${missing.join(', ')}`);
}
