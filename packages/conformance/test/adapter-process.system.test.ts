// An adapter that breaks the protocol, hangs or ends: its case gets a verdict, and the adapter is started again.
import { quoteShellWords } from '@petstore/test-support/program';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAdapter } from '../src/adapter/adapter-process.ts';
import { createEventLog } from '../src/harness/event-log.ts';
import { checkCases } from '../src/run/check-cases.ts';
import { openHarness } from '../src/harness/harness.ts';
import type { ConnectedClient } from '../src/adapter/connected-client.ts';
import { makeAdapter, hello, startLifelines } from './adapters.ts';
import { makeCase } from './check-client.ts';

const script = join(import.meta.dirname, 'breaking-adapter.js');
const command = (beginning = 'right') => quoteShellWords(process.execPath, script, beginning);
const noLog = () => undefined;
const anyRequest = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key', timeoutMs: 1_000 };

async function start(log: (line: string) => void = noLog, started = command()): Promise<ConnectedClient> {
  return (await startAdapter(started, log, 600_000)).match(
    (client) => client,
    (reason) => expect.unreachable(reason),
  );
}

/** Asks an adapter to answer in the way that the id of the pet names. */
function ask(client: ConnectedClient, way: string, { port = 9, deadline = 60_000 } = {}) {
  const request = { ...anyRequest, operation: 'getPet', arguments: { petId: way } } as const;
  return client.call({ ...request, baseUrl: `http://127.0.0.1:${port}/v1` }, deadline);
}

test.each([
  ['no UTF-8', 'The first line of the adapter is wrong. It is not UTF-8.'],
  ['protocol 2', 'The first line of the adapter is wrong. protocol must be 1'],
])('an adapter whose first line is wrong does not start: %s', async (beginning, reason) => {
  const started = await startAdapter(command(beginning), noLog, 60_000);
  expect(started).toMatchObject({ error: expect.stringContaining(reason) as string });
});

test('a request has no character that ends a line in any language, as U+2028 does for readline of Node 24', async () => {
  const command = await makeAdapter(
    `let text = '';`,
    `process.stdin.setEncoding('utf8').on('data', (piece) => {`,
    `  const lines = (text += piece).split(/[\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029]/);`,
    `  text = lines.pop();`,
    `  for (const line of lines) {`,
    `    const { id, arguments: { name } } = JSON.parse(line);`,
    `    console.log(JSON.stringify({ id, ok: name }));`,
    `  }`,
    `});`,
    `console.log(${JSON.stringify(hello())});`,
  );
  const client = await start(noLog, command);
  const name = 'Rex\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029 \\u2028 II';
  const request = { ...anyRequest, operation: 'createPet', arguments: { name, categoryId: '1' } } as const;
  const outcome = await client.call(request, 60_000);
  expect(outcome).toEqual({ ok: name });
  expect(await client.close()).toBeUndefined();
});

test('a case whose adapter breaks the protocol gets a verdict, and the run goes on with a new process', async () => {
  const noAnswer = 'The adapter wrote a line that is no answer';
  const breaks = [
    ['with no JSON', 'harness_error', `${noAnswer}. It is not JSON (write logs to stderr): Hello!`],
    ['with a log line behind', 'harness_error', `${noAnswer}. It is not JSON`],
    ['with no UTF-8', 'harness_error', `${noAnswer}. It is not UTF-8.`],
    ['with an unknown id', 'harness_error', `${noAnswer} to a request: the id is `],
    ['twice', 'harness_error', `${noAnswer} to a request: each request has one. The line: {"id":`],
    ['never', 'fail', 'The client did not answer within 3001 ms.'],
    ['by an exit', 'fail', 'The adapter ended before it answered: exit code 3.'],
  ] as const;
  const caseOf = (way: string, number: number) =>
    makeCase(number, async (trial) => {
      const timeoutMs = way === 'never' ? 1 : 60_000;
      await trial.callAt('http://127.0.0.1:9/v1', ['getPet', { petId: way }], { timeoutMs });
    });
  const events = createEventLog();
  const harness = await openHarness(await start(events.add), events);
  const ways = breaks.flatMap(([way]) => [way, 'correctly']);
  const checks = await checkCases([harness], ways.map(caseOf), { repeat: () => '' });
  expect(await harness.close()).toBeUndefined();

  for (const [index, [, verdict, seen]] of breaks.entries()) {
    const [broken, right] = checks.slice(2 * index);
    expect(broken).toMatchObject({ verdict, seen: expect.stringContaining(seen) as string });
    expect(right).toMatchObject({ verdict: 'pass' });
  }
});

test('the answer of an adapter that ends after it counts; the next call reports the end', async () => {
  const client = await start();
  expect(await ask(client, 'and ends')).toHaveProperty('ok');
  // It ends before or after the next request is written.
  const seen = expect.stringMatching(/^The adapter ended (?:after an answer|before it answered)/) as string;
  expect(await ask(client, 'correctly')).toMatchObject({ seen });
  expect(await ask(client, 'correctly')).toHaveProperty('ok');
  await client.close();
});

/** Starts an adapter that answers each request after it has read the next one. `ending` says what it does with the last ones. */
async function startAnsweringBackwards(...ending: readonly string[]): Promise<ConnectedClient> {
  const command = await makeAdapter(
    `const requests = [];`,
    `const answer = ({ id, arguments: { petId } }) => console.log(JSON.stringify({ id, ok: petId }));`,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {`,
    `  if (requests.unshift(JSON.parse(line)) < 2) return;`,
    `  const [second, first] = requests.splice(0);`,
    ...ending,
    `});`,
    `console.log(${JSON.stringify(hello('concurrent'))});`,
  );
  return start(noLog, command);
}

test('two calls at once of an adapter get their own answers, in any order', async () => {
  const client = await startAnsweringBackwards('answer(second); answer(first);');
  for (const way of ['1', '3']) {
    const answers = await Promise.all([ask(client, way), ask(client, '2')]);
    expect(answers).toEqual([{ ok: way }, { ok: '2' }]);
  }
  expect(await client.close()).toBeUndefined();
});

test.each([
  ['ends', 'answer(second); process.exit(3);', [/^The adapter ended before it answered: exit code 3\./, '2']],
  [
    'answers one twice',
    'answer(second); answer(second);',
    [/^The adapter wrote a line that is no answer to a request: the id is 1\. The line: \{"id":"2",/, '2'],
  ],
  [
    'answers another request',
    `answer({ ...first, id: '9' });`,
    [/: the id is 1 or 2\. The line: \{"id":"9",/, /: the id is 1 or 2\. The line: \{"id":"9",/],
  ],
] as const)(
  'of two calls at once, an adapter that %s loses the one that it did not answer',
  async (_, ending, expected) => {
    const client = await startAnsweringBackwards(ending);
    const answers = await Promise.all([ask(client, '1'), ask(client, '2')]);
    for (const [index, each] of expected.entries()) {
      const seen = expect.stringMatching(each) as string;
      expect(answers[index]).toMatchObject(typeof each === 'string' ? { ok: each } : { seen });
    }
    await client.close();
  },
);

test.each([
  ['correctly', undefined],
  ['and ends with 5', 'The adapter ended with exit code 5 after its stdin ended; it has to exit with 0.'],
  ['and never ends', 'The adapter did not end within 2 s after its stdin ended.'],
])('closing an adapter that answers %s returns %j', async (way, warning) => {
  const client = await start();
  expect(await ask(client, way)).toHaveProperty('ok');
  expect(await client.close()).toBe(warning);
});

test('an adapter whose first line is wrong is ended', async () => {
  const lifelines = await startLifelines();
  const first = lifelines.next();
  const wrong = `require('node:net').connect(${lifelines.port}, '127.0.0.1', () => console.log('Hello!')).resume();`;
  const started = startAdapter(await makeAdapter(wrong), noLog, 600_000);
  const closed = once(await first, 'close');
  expect((await started).isErr()).toBe(true);
  await closed;
});

describe('the processes that an adapter started, and only these, end with it', () => {
  test.each<readonly [when: string, end: (client: ConnectedClient) => Promise<unknown>]>([
    ['at the end of the run', (client) => client.close()],
    ['when it breaks the protocol', (client) => ask(client, 'with no JSON')],
    ['when it hangs', (client) => ask(client, 'never', { deadline: 1 })],
  ])('%s', async (_, end) => {
    const lifelines = await startLifelines();
    const echo = `require('node:net').connect(${lifelines.port}, '127.0.0.1', function () { this.pipe(this); })`;
    const other = lifelines.next();
    spawn(process.execPath, ['-e', echo], { stdio: 'ignore' }); // it ends with its connection
    const toOther = await other;

    const client = await start();
    onTestFinished(async () => void (await client.close()));
    const [toChild] = await Promise.all([lifelines.next(), ask(client, 'with a child', lifelines)]);
    await Promise.all([once(toChild, 'close'), end(client)]);

    const answered = once(toOther, 'data');
    toOther.write('still here');
    expect(String((await answered)[0])).toBe('still here');
  });
});
