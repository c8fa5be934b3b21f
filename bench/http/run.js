// CPU time of the server for one request, us and our peers against a constant body on node:http. README.md tells how.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pinning, startChild } from '../shared/child.js';
import { freePort } from '../shared/free-port.js';
import { cpus, quick } from '../shared/settings.js';
import { firstAnswer } from './first-answer.js';
import { columns } from './interface.js';
import { reportHttp } from './report.js';
import { allSubjects, petCounts } from './subjects.js';

const rounds = quick ? 1 : 3;
const samplesPerRound = quick ? 2 : 5;
const milliseconds = quick
  ? { warmUp: 300, longestWarmUp: 1_000, sample: 250 }
  : { warmUp: 400, longestWarmUp: 1_500, sample: 350 };
/** How many answers warm a server up. */
const warmUpAnswers = 10_000;
const connections = 50;

/** `--peers=fastify,hono` measures only these beside us, and saves nothing. */
const chosen = process.argv
  .find((argument) => argument.startsWith('--peers='))
  ?.slice('--peers='.length)
  .split(',');
const subjects = allSubjects.filter(({ id }, place) => place < 2 || chosen === undefined || chosen.includes(id));

/** For the files of the servers. */
const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
const load = startChild(join(import.meta.dirname, 'load.js'), { cpu: cpus.load });
/** The samples by subject and column. */
const samples = new Map(subjects.map(({ id }) => [id, new Map(columns.map(({ name }) => [name, []]))]));
for (let round = 0; round < rounds; round++) await runRound();
await load.stop();
rmSync(folder, { recursive: true });
reportHttp({
  subjects,
  samples,
  save: chosen === undefined,
  conditions: `${connections} keep-alive connections, ${rounds} rounds of ${samplesPerRound} samples of ${milliseconds.sample} ms; ${pinning}`,
});
process.exit();

/** Every subject anew; then column by column, so that who is compared is measured within the same seconds. */
async function runRound() {
  const servers = new Map();
  for (const subject of subjects) {
    for (const pets of petCounts) servers.set(serverKey(subject, pets), await startSubject(subject, pets));
  }
  try {
    for (const column of columns) {
      let ours;
      // The constant body is a copy of our answer.
      const [constant, us, ...peers] = subjects;
      for (const subject of [us, constant, ...peers]) {
        if (!subject.has(column)) continue;
        const server = servers.get(serverKey(subject, column.pets));
        if (subject === constant) await server.child.ask('become', ours);
        const url = `http://127.0.0.1:${server.port}${subject.path(column)}`;
        const answer = await firstAnswer(url, column.request);
        if (subject === us) ours = answer;
        expectRight(subject, column, answer);
        const measured = await measure(server.child, url, column, Buffer.byteLength(answer.body));
        samples
          .get(subject.id)
          .get(column.name)
          .push(...measured);
      }
      process.stderr.write('.');
    }
  } finally {
    for (const { child } of servers.values()) await child.stop();
  }
}

async function startSubject(subject, pets) {
  const port = await freePort();
  const args = subject.args(port, pets, folder);
  const child = startChild(subject.file, { args, cpu: cpus.measured, stdout: 'ignore', cwd: folder });
  await firstAnswer(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} }); // whatever it is, it listens
  return { child, port };
}

async function measure(server, url, { request, status, spareLength = 0 }, bodyLength) {
  await load.ask('start', { url, request, status, bodyLength, spareLength, connections });
  await warmUp();
  const measured = [];
  let before = await reading(server);
  for (let sample = 0; sample < samplesPerRound; sample++) {
    await wait(milliseconds.sample);
    const after = await reading(server);
    const answers = after.count - before.count;
    if (answers > 0)
      measured.push({ cpu: (after.cpu - before.cpu) / answers, rate: (answers * 1000) / milliseconds.sample });
    before = after;
  }
  await load.ask('stop');
  if (measured.length === 0) throw new Error(`${url}: not one answer.`);
  return measured;
}

async function warmUp() {
  const end = performance.now() + milliseconds.longestWarmUp;
  do await wait(milliseconds.warmUp);
  while (performance.now() < end && (await load.ask('count')) < warmUpAnswers);
}

async function reading(server) {
  const [cpu, count] = await Promise.all([server.ask('cpu'), load.ask('count')]);
  return { cpu, count };
}

function expectRight({ name, isMock }, column, { status, body }) {
  const right = status === column.status && (isMock || column.isRight(JSON.parse(body)));
  if (!right) throw new Error(`${name}, ${column.name}: wrong answer ${status} ${body.slice(0, 300)}`);
}

function serverKey({ name }, pets) {
  return `${name} ${pets}`;
}
