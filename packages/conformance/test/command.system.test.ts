import { ok } from '@petstore/core';
import { bundleProgram } from '@petstore/test-support/program';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { run, type RunSettings } from '../src/run/command.ts';
import type { Report } from '../src/report/report.ts';
import { makeAdapter, answering, asking, hello, makeFolder, startLifelines, startsChild } from './adapters.ts';

/** Runs an adapter. Returns its report, and what was printed. */
async function runAdapter(command: string, settings: Partial<RunSettings> = {}) {
  const json = join(await makeFolder(), 'report.json');
  let printed = '';
  const warnings: string[] = [];
  const output = {
    print: (text: string) => void (printed += text),
    warn: (sentence: string) => void warnings.push(sentence),
    isTerminal: false,
    colours: false,
    width: 80,
  };
  const whole = { command, startTimeout: 600_000, jobs: 1, numbers: [11], strict: false, expectedFailures: undefined };
  const ended = await run({ ...whole, ...settings, reports: { json, ...settings.reports } }, output);
  const text = await readFile(json, 'utf8').catch(() => 'null');
  return { ended, printed, warnings, text, report: JSON.parse(text) as Report };
}

test('the run judges nothing of a client that cannot do what it is asked, and then ends with exit code 1', async () => {
  const unsupported = `JSON.stringify({ id: request.id, error: { kind: 'unsupported' } })`;
  const { warnings, report, ended, printed } = await runAdapter(
    await answering(unsupported, hello('timeout', 'websockets')),
  );
  expect(ended).toEqual(ok(1));
  expect(printed).toContain('\nNo case was judged.\nExit code 1\nReport: ');
  expect(warnings).toEqual([
    expect.stringMatching(/^The adapter declares websockets; this version knows only timeout, /),
  ]);
  // The fields are in the documented order.
  expect(Object.keys(report)).toEqual(['report', 'client', 'set', 'exitCode', 'checks']);
  const [check] = report.checks;
  expect(Object.keys(check ?? {}).join()).toBe(
    'case,name,level,verdict,reference,why,expected,seen,seconds,log,repeat',
  );
  expect(check?.verdict).toBe('not_supported');
});

test('the run says which report could not be written', async () => {
  const junit = join(await makeFolder(), 'missing', 'report.xml');
  const message: unknown = expect.stringMatching(/^--junit .*report\.xml: ENOENT/);
  const { ended } = await runAdapter('exit 3', { reports: { junit } });
  expect(ended).toMatchObject({ error: { exitCode: 1, message } });
});

test('the run refuses a wrong file of expected failures before it starts the adapter', async () => {
  const expectedFailures = join(await makeFolder(), 'expected.txt');
  const message: unknown = expect.stringContaining(`--expected-failures ${expectedFailures}: `);
  const { ended, printed, warnings } = await runAdapter('exit 3', { expectedFailures });
  expect(ended).toMatchObject({ error: { exitCode: 2, message } });
  expect([printed, warnings]).toEqual(['', []]);
});

test('the run shows why an adapter did not start, once', async () => {
  const { warnings, printed, report, ended } = await runAdapter(
    await makeAdapter(`console.error('first'); throw new Error('\\u001b no such module');`),
  );
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The adapter ended before its first line: exit code 1\. Its stderr says: Error: .* no such module$/,
    ),
  ]);
  expect(printed).toContain('stderr  | first\n');
  expect(printed).not.toContain('\u001b');
  expect(printed).not.toContain('Expected');
  expect(report.checks[0]?.verdict).toBe('harness_error');
  expect(ended).toEqual(ok(1));
});

test('the run waits for an adapter as long as --start-timeout says, and then gives advice', async () => {
  const command = await makeAdapter(`setInterval(() => undefined, 1_000);`);
  const { warnings } = await runAdapter(command, { startTimeout: 100 });
  expect(warnings).toEqual([expect.stringMatching(/^The adapter .* within 0\.1 s .* --start-timeout SECONDS\.$/)]);
});

describe('a broken adapter is not mistaken for a wrong client:', () => {
  const harnessErrors = (report: Report) => report.checks.map(({ case: number, verdict }) => [number, verdict]);
  const numbers = [4, 11];
  const errors = numbers.map((number) => [number, 'harness_error']);
  /** Makes an adapter that answers each operation correctly, after it has run some lines, which may use `id` and `operation`. */
  const right = (...lines: readonly string[]) =>
    makeAdapter(
      `console.log(${JSON.stringify(hello())});`,
      `require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {`,
      `  const { id, operation, baseUrl, apiKey, arguments: given } = JSON.parse(line);`,
      ...lines,
      `  const headers = { Authorization: 'Bearer ' + apiKey, 'Content-Type': 'application/json' };`,
      `  const body = operation === 'createPet' ? JSON.stringify({ name: given.name, categoryId: 1 }) : undefined;`,
      `  await fetch(baseUrl + '/pets', { method: body ? 'POST' : 'GET', headers, body });`,
      `  console.log(JSON.stringify({ id, error: { kind: 'api', status: 404 } }));`,
      `}).on('close', () => process.exit());`,
    );

  const answersNumbers = `console.log('{"id":"' + id + '","ok":[{"id":1,"name":"Rex","categoryId":1}]}'); return;`;

  test.each([
    [
      'it crashes at every call',
      `console.error('started'); throw new TypeError('no such function');`,
      'listPets',
      'The adapter ended before it answered: exit code 1. Its stderr says: TypeError: no such function',
      'stderr  | started\n',
    ],
    [
      'it crashes at one operation',
      `if (operation === 'createPet') throw new TypeError('no such function');`,
      'createPet',
      'The adapter ended before it answered: exit code 1. Its stderr says: TypeError: no such function',
      'stderr  | ',
    ],
    [
      'it writes integers as numbers',
      answersNumbers,
      'listPets',
      'The adapter wrote id as a number: integers must be decimal digits in a string.',
      'Report: ',
    ],
  ])('%s', async (_what, line, operation, reason, shown) => {
    const { report, warnings, printed, ended } = await runAdapter(await right(line), { numbers });
    expect(harnessErrors(report)).toEqual(errors);
    const seen = `The adapter cannot answer even a plain ${operation}, so nothing can be said of the client. ${reason}`;
    expect(report.checks.map((check) => check.seen)).toEqual([seen, seen]);
    expect(warnings).toEqual([seen]);
    expect(printed).toContain(shown);
    expect(printed).not.toContain('Expected');
    expect(ended).toEqual(ok(1));
  });

  test('it cannot be started again', async () => {
    const marker = join(await makeFolder(), 'started');
    const command = await right(
      `  if (baseUrl.includes('/s/2/')) { require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); process.exit(7); }`,
    );
    const { report } = await runAdapter(`test ! -e '${marker}' && ${command}`, { numbers: [4, 11, 13] });
    expect(report.checks.map((check) => check.verdict)).toEqual(['fail', 'harness_error', 'harness_error']);
    expect(report.checks[1]?.seen).toBe('The adapter ended before its first line: exit code 1.');
  });

  test('a client that crashes only at a strange response fails that case', async () => {
    const command = await right(`  if (baseUrl.includes('/s/2/')) process.exit(3);`);
    const { report } = await runAdapter(command);
    expect(report.checks[0]).toMatchObject({
      verdict: 'fail',
      seen: 'For listPets, without a request: The adapter ended before it answered: exit code 3.',
    });
  });
});

// The reversed key tells the test what to look for. The long message would be cut in the middle of a key.
const backwards = `'backwards: ' + apiKey.split('').reverse().join('') + ' '`;

test.each([
  [
    'fail',
    'its answer',
    `  console.error('The key is ' + apiKey);`,
    `  const message = ${backwards} + 'x'.repeat(290) + apiKey.repeat(9);`,
    `  console.log(JSON.stringify({ id, error: { kind: 'decode', message } }));`,
  ],
  ['harness_error', 'a line that is not JSON', `  console.log(${backwards} + 'x'.repeat(46) + apiKey);`],
])('the run shows no part of its key, with the verdict %s for %s', async (verdict, _where, ...lines) => {
  const { text, printed, report } = await runAdapter(await asking(...lines));
  expect(report.checks[0]?.verdict).toBe(verdict);
  const [, reversed = ''] = /backwards: ([0-9a-f]{24}-yek)/.exec(text) ?? [];
  const begin = Array.from(reversed).reverse().join('').slice(0, 8);
  expect(begin).toMatch(/^key-/);
  expect(text).not.toContain(begin);
  expect(printed).not.toContain(begin);
  expect(text).toContain('***');
});

describe('adapters side by side', () => {
  /** Makes an adapter that knows whether it is the first one. It runs some lines at each call, which may use `isFirst` and `id`. */
  const oneOfMany = async (...lines: readonly string[]) => {
    const marker = JSON.stringify(join(await makeFolder(), 'started'));
    return asking(
      `  const { existsSync, writeFileSync } = require('node:fs');`,
      `  globalThis.isFirst ??= !existsSync(${marker});`,
      `  writeFileSync(${marker}, '');`,
      ...lines,
      `  console.log(JSON.stringify({ id, error: { kind: 'decode' } }));`,
    );
  };

  test('are searched for the key together, and their cases are reported in order', async () => {
    const lifelines = await startLifelines();
    const connected = lifelines.next();
    const command = await oneOfMany(
      // After the three calls that try it, the first waits until the second has shown the key.
      `  if (!isFirst) console.error(apiKey);`,
      `  const wait = (done) => require('node:net').connect(${lifelines.port}, '127.0.0.1').resume().on('close', done);`,
      `  if (!isFirst || id === '4') await new Promise(wait);`,
    );
    const running = runAdapter(command, { jobs: 2, numbers: [11, 13, 30] });
    const first = await connected;
    const second = await lifelines.next();
    first.destroy();
    second.destroy();
    const { report } = await running;
    expect(report.checks.map((check) => check.case)).toEqual([11, 13, 30]);
    expect(report.checks[2]?.seen).toMatch(/It shows the key, here as \*\*\*: \*\*\*/);
  });

  test('judge every case if only the first of them starts', async () => {
    const marker = join(await makeFolder(), 'started');
    const command = await oneOfMany();
    const once = `test ! -e '${marker}' && touch '${marker}' && ${command}`;
    const { report, warnings } = await runAdapter(once, { jobs: 2, numbers: [11, 13] });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    expect(warnings).toEqual([
      'The run has an adapter less, because another one did not start. The adapter ended before its first line: exit code 1.',
    ]);
  });
});

test('the adapter reaches this machine without the proxy of its environment', async () => {
  const message = '[process.env.NO_PROXY, process.env.no_proxy].join(" and ")';
  const adapter = await answering(`JSON.stringify({ id: request.id, error: { kind: 'decode', message: ${message} } })`);
  const tell = async () => (await runAdapter(adapter)).report.checks[0]?.seen;
  vi.stubEnv('NO_PROXY', undefined);
  vi.stubEnv('no_proxy', undefined);
  expect(await tell()).toContain('"127.0.0.1,localhost and 127.0.0.1,localhost"');
  vi.stubEnv('NO_PROXY', 'corp.example');
  expect(await tell()).toContain('"corp.example,127.0.0.1,localhost and corp.example,127.0.0.1,localhost"');
  vi.unstubAllEnvs();
});

const program = bundleProgram(join(import.meta.dirname, '../../petstore-kit/src/main.ts'));

describe('the processes of an adapter', () => {
  test.each([
    ['are ended with it, even if it crashed and left them behind', false],
    ['do not block the run if they left the process group, where the run cannot end them', true],
  ])('%s', async (_what, detached) => {
    const lifelines = await startLifelines();
    const first = lifelines.next();
    const command = await makeAdapter(
      startsChild(lifelines.port, { detached }),
      `process.stdin.once('data', () => process.exit(3));`,
    );
    const running = runAdapter(command);
    const closed = once(await first, 'close');
    const { report } = await running;
    expect(report.checks[0]?.seen).toMatch(/The adapter ended before it answered: exit code 3\.$/);
    if (!detached) await closed;
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('are ended if %s ends the run', async (signal, exitCode) => {
    const lifelines = await startLifelines();
    const first = lifelines.next();
    const command = await makeAdapter(startsChild(lifelines.port), `setInterval(() => {}, 1_000);`);
    const child = spawn(process.execPath, [await program, 'conformance', 'run', '--command', command], {
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const lifeline = await first;
    const closed = once(lifeline, 'close');
    child.kill(signal);
    expect(await exited).toEqual([exitCode, null]);
    await closed;
  });
});
