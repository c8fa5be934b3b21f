import { ok } from '@petstore/core';
import { bundleProgram } from '@petstore/test-support/program';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { run } from '../src/command.ts';
import type { Report, Verdict } from '../src/report/report.ts';
import { decideExitCode } from '../src/judge-cases.ts';
import type { RunSettings } from '../src/settings.ts';
import { sampleCheck } from './sample-report.ts';
import { makeAdapter, answering, asking, hello, makeFolder, startLifelines, startsChild } from './adapters.ts';

const common = {
  numbers: [11],
  strict: false,
  expectedFailures: undefined,
  knownFlaky: undefined,
} as const;

/** Runs an adapter. Returns its report, and what was printed. */
async function runAdapter(command: string, settings: Partial<RunSettings> = {}) {
  const json = join(await makeFolder(), 'report.json');
  let printed = '';
  const warnings: string[] = [];
  const output = {
    print: (text: string) => void (printed += text),
    warn: (sentence: string) => void warnings.push(sentence),
    colours: false,
    isTerminal: false,
  };
  const ended = await run(
    { command, startTimeout: 600_000, verbose: false, ...common, reports: { json }, ...settings },
    output,
  );
  const text = await readFile(json, 'utf8').catch(() => '');
  return { ended, printed, warnings, text, report: (text && JSON.parse(text)) as Report };
}

/** Runs one case. Returns its verdict and what was seen. */
async function runOneCase(command: string) {
  const { report } = await runAdapter(command);
  const [check] = report.checks;
  return `${check?.verdict ?? ''}: ${check?.seen ?? ''}`;
}

const answerError = (error: object) => `JSON.stringify({ id: request.id, ok: null, error: ${JSON.stringify(error)} })`;

describe('the author of an adapter that breaks the protocol', () => {
  test('sees a line in the report that is not JSON', async () => {
    expect(await runOneCase(await answering(`'INFO calling listPets'`))).toBe(
      'harness_error: No operation was answered, so nothing can be said of the client. The adapter wrote a line that is no answer. It is not JSON: INFO calling listPets',
    );
  });

  test('sees the name of a wrong field in the report', async () => {
    expect(await runOneCase(await answering(answerError({ kind: 'network' })))).toContain(
      'harness_error: No operation was answered, so nothing can be said of the client. The adapter wrote a line that is no answer. error.kind must be one of api, transport, ',
    );
    expect(await runOneCase(await answering(`JSON.stringify({ id: request.id })`))).toBe(
      'harness_error: No operation was answered, so nothing can be said of the client. The adapter wrote a line that is no answer. It has neither ok nor error.',
    );
  });

  test.each([
    [`'5'`, 'It must be an object with id, and ok or error, not 5.'],
    [`'null'`, 'It must be an object with id, and ok or error, not null.'],
    [`JSON.stringify({ id: 1, ok: [] })`, 'id must be a string, not 1.'],
    [`JSON.stringify({ id: request.id, error: 'boom' })`, 'error must be an object with kind, not "boom".'],
    [`JSON.stringify({ id: request.id, error: {} })`, 'error.kind is required: one of api, transport, '],
  ])('sees a sentence of our own about %s', async (expression, sentence) => {
    expect(await runOneCase(await answering(expression))).toContain(
      `The adapter wrote a line that is no answer. ${sentence}`,
    );
  });

  test('sees in the report that a line is not UTF-8', async () => {
    expect(await runOneCase(await answering(`Buffer.from('{"id":"1","ok":"é"}', 'latin1')`))).toBe(
      'harness_error: No operation was answered, so nothing can be said of the client. The adapter wrote a line that is no answer. It is not UTF-8.',
    );
  });

  test('sees in the report that a line does not end', async () => {
    expect(await runOneCase(await answering(`'x'.repeat(20_000_000)`))).toMatch(
      /^harness_error: .*It wrote more than 16777216 bytes without ending a line\.$/,
    );
  });
});

test('accepts null for absent fields, as many languages write them', async () => {
  const seen = await runOneCase(
    await answering(answerError({ kind: 'transport', status: null, code: null, message: null, outcome: 'unknown' })),
  );
  expect(seen).toMatch(/^not_exercised: /); // an error is no pass, but it is an answer
});

test('accepts the status of an error as a number and as digits', async () => {
  const seen = await runOneCase(await answering(answerError({ kind: 'api', status: '503' })));
  expect(seen).toMatch(/^not_exercised: /);
});

test('an error of kind api with the status of a success is a mistake of the adapter', async () => {
  expect(await runOneCase(await answering(answerError({ kind: 'api', status: 201 })))).toMatch(
    /^harness_error: .*The adapter wrote an error of kind api with the status 201, which is that of a success\. .* of kind decode\.$/,
  );
});

test('ignores unknown capabilities, and names them in a warning', async () => {
  const { warnings, report } = await runAdapter(
    await answering(answerError({ kind: 'unsupported' }), hello('timeout', 'websockets')),
  );
  expect(warnings).toEqual([
    expect.stringMatching(/^The adapter declares websockets; this version knows only timeout, /),
  ]);
  expect(report.checks[0]?.verdict).toBe('not_supported');
});

test('shows why an adapter did not start, once', async () => {
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

test.each([
  ['Starting the adapter', 'It is not JSON: Starting the adapter'],
  ['5', 'It must be an object with protocol, client, capabilities, not 5.'],
  ['{"protocol":1}', 'client is required: an object with name, version, language.'],
  ['', 'It is empty.'],
  [`\ufeff${hello()}`, 'It begins with a byte order mark: write UTF-8 without one.'],
])('says what is wrong with the first line %j', async (first, reason) => {
  const { warnings } = await runAdapter(await answering(`''`, first));
  expect(warnings).toEqual([`The first line of the adapter is wrong. ${reason}`]);
});

test('waits for an adapter as long as --start-timeout says, and then gives advice', async () => {
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

  test('it crashes at every call', async () => {
    const command = await right(`  console.error('started'); throw new TypeError('no such function');`);
    const { report, warnings, printed, ended } = await runAdapter(command, { numbers });
    expect(harnessErrors(report)).toEqual(errors);
    const seen =
      'No operation was answered, so nothing can be said of the client. ' +
      'The adapter ended before it answered: exit code 1. Its stderr says: TypeError: no such function';
    expect(report.checks.map((check) => check.seen)).toEqual([seen, seen]);
    expect(warnings).toEqual([seen]);
    expect(printed).toContain('stderr  | started\n');
    expect(printed).not.toContain('Expected');
    expect(ended).toEqual(ok(1));
  });

  test('it crashes at one operation', async () => {
    const command = await right(`  if (operation === 'createPet') throw new TypeError('no such function');`);
    const { report, warnings } = await runAdapter(command, { numbers });
    expect(harnessErrors(report)).toEqual([
      [4, 'harness_error'],
      [11, 'fail'],
    ]);
    expect(report.checks[0]?.seen).toBe(
      'The adapter cannot answer even a plain createPet. The adapter ended before it answered: exit code 1. ' +
        'Its stderr says: TypeError: no such function',
    );
    expect(warnings).toEqual([]);
  });

  test('it ends after each answer', async () => {
    const command = await right(`  process.stdin.destroy();`); // nothing keeps the process alive then
    const { report, warnings } = await runAdapter(command, { numbers });
    expect(harnessErrors(report)).toEqual(errors);
    expect(warnings).toEqual([
      expect.stringMatching(/^The adapter answered createPet only after it was started again\. .*: exit code 0\.$/),
    ]);
  });

  test('it cannot be started again', async () => {
    const marker = join(await makeFolder(), 'started');
    const command = await right(
      `  if (operation === 'createPet') { require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); process.exit(7); }`,
    );
    const once = `test ! -e '${marker}' && ${command}`;
    const { report } = await runAdapter(once, { numbers: [4, 11, 12, 13] });
    expect(report.checks.map((check) => check.verdict)).toEqual(Array(4).fill('harness_error'));
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

test('shows the key of the run nowhere, not even a part of it', async () => {
  // The reversed key tells the test what to look for. The long message would be cut in the middle of a key.
  const command = await asking(
    `  console.error('The key is ' + apiKey);`,
    `  const message = 'backwards: ' + apiKey.split('').reverse().join('') + ' ' + 'x'.repeat(290) + apiKey.repeat(9);`,
    `  console.log(JSON.stringify({ id, error: { kind: 'decode', message } }));`,
  );
  const { text, printed, report } = await runAdapter(command);
  expect(report.checks[0]?.verdict).toBe('fail');
  expectNoKey(text, printed);
});

test('shows no part of the key in a line that is not JSON', async () => {
  const command = await asking(
    `  console.log('backwards: ' + apiKey.split('').reverse().join('') + ' ' + 'x'.repeat(46) + apiKey);`,
  );
  const { text, printed, report } = await runAdapter(command);
  expect(report.checks[0]?.verdict).toBe('harness_error');
  expectNoKey(text, printed);
});

/** Expects that not even the beginning of the key is shown. The key stands backwards in `text`. */
function expectNoKey(text: string, printed: string): void {
  const [, backwards = ''] = /backwards: ([0-9a-f]{24}-yek)/.exec(text) ?? [];
  const begin = Array.from(backwards).reverse().join('').slice(0, 8);
  expect(begin).toMatch(/^key-/);
  expect(text).not.toContain(begin);
  expect(printed).not.toContain(begin);
  expect(text).toContain('***');
}

test('refuses a report that cannot be written before it starts the adapter', async () => {
  const file = join(await makeFolder(), 'missing', 'report.xml');
  const { ended } = await runAdapter('exit 3', { reports: { junit: file } });
  expect(ended).toMatchObject({
    error: {
      exitCode: 2,
      message: expect.stringMatching(/^--junit .*report\.xml: ENOENT/) as string,
    },
  });
});

test('writes the fields of the JSON report in the documented order', async () => {
  const { report } = await runAdapter(await answering(answerError({ kind: 'unsupported' })));
  expect(Object.keys(report)).toEqual(['report', 'client', 'set', 'exitCode', 'checks']);
  expect(Object.keys(report.checks[0] ?? {})).toEqual([
    'case',
    'name',
    'level',
    'verdict',
    'reference',
    'why',
    'expected',
    'seen',
    'log',
    'repeat',
  ]);
});

describe('the file of a report', () => {
  test('is refused if another report, a list of known cases or the adapter has it, and stays as it was', async () => {
    const folder = await makeFolder();
    const [report, known, adapter] = ['r.xml', 'known.txt', 'adapter.cjs'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(report, 'old');
    await writeFile(known, '11: it rounds');
    await writeFile(adapter, 'process.exit(3)');
    const refused = async (settings: Partial<RunSettings>, what: string) => {
      const { ended } = await runAdapter(`node '${adapter}'`, settings);
      const message: unknown = expect.stringContaining(`it is ${what}, too. Name another file.`);
      expect(ended).toMatchObject({ error: { exitCode: 2, message } });
    };
    await refused({ reports: { json: report, html: join(folder, '.', 'r.xml') } }, 'the report of --json');
    await refused({ reports: { json: join(folder, 'new'), html: join(folder, 'new') } }, 'the report of --json');
    await refused({ reports: { junit: known }, expectedFailures: known }, 'the file of --expected-failures');
    await refused({ reports: { junit: known }, knownFlaky: known }, 'the file of --known-flaky');
    await refused({ reports: { html: adapter } }, 'a part of --command');
    expect(await readFile(report, 'utf8')).toBe('old');
    expect(await readFile(known, 'utf8')).toBe('11: it rounds');
    expect(await readFile(adapter, 'utf8')).toBe('process.exit(3)');
  });

  test.skipIf(process.platform === 'win32')(
    'is refused if it is a named pipe, and so is that of known cases',
    async () => {
      const pipe = join(await makeFolder(), 'pipe');
      execFileSync('mkfifo', [pipe]);
      const message: unknown = expect.stringContaining(
        `${pipe}: it is not a regular file, but a folder, a device, a named pipe or the like.`,
      );
      for (const settings of [
        { reports: { json: pipe } },
        { reports: { html: pipe } },
        { reports: { junit: pipe } },
        { expectedFailures: pipe },
        { knownFlaky: pipe },
      ]) {
        expect((await runAdapter('exit 3', settings)).ended).toMatchObject({ error: { exitCode: 2, message } });
      }
    },
  );
});

test('a name of 15 MB that an adapter gives its client is shortened in every report', async () => {
  const name = 'x'.repeat(15_000_000);
  const client = { name, version: '1'.repeat(1_000), language: 'x'.repeat(1_000) };
  const first = JSON.stringify({ protocol: 1, client, capabilities: ['y'.repeat(1_000)] });
  const { printed, warnings, text } = await runAdapter(
    await answering('JSON.stringify({ id: request.id, ok: [] })', first),
  );
  expect(printed).toContain('… (15000000 characters)');
  expect(printed.length + text.length + warnings.join('').length).toBeLessThan(100_000);
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

test('takes expected failures from a file, and refuses one that is missing or wrong', async () => {
  const file = join(await makeFolder(), 'expected.txt');
  const ends = async () => (await runAdapter('exit 3', { expectedFailures: file })).ended;
  const refusal = { exitCode: 2, message: expect.stringContaining(file) as string };
  expect(await ends()).toMatchObject({ error: refusal });
  await writeFile(file, '99: none');
  expect(await ends()).toMatchObject({ error: refusal });
  await writeFile(file, '11: not yet');
  const command = await asking(`  console.log(JSON.stringify({ id, error: { kind: 'decode' } }));`);
  expect((await runAdapter(command)).ended).toEqual(ok(1));
  const { ended, report } = await runAdapter(command, { expectedFailures: file });
  expect(report.checks[0]?.verdict).toBe('fail');
  expect(ended).toEqual(ok(0));
});

test('a flaky case may fail or pass, but one that is expected to fail must fail', () => {
  const known = new Map([[11, 'a reason']]);
  const none = new Map<number, string>();
  const codes = (verdict: Verdict) =>
    [
      { strict: false, expectedFailures: none, knownFlaky: none },
      { strict: false, expectedFailures: none, knownFlaky: known },
      { strict: false, expectedFailures: known, knownFlaky: none },
    ].map((options) => decideExitCode([sampleCheck(1, 'pass'), sampleCheck(11, verdict)], options));
  expect(codes('pass')).toEqual([0, 0, 1]);
  expect(codes('fail')).toEqual([1, 0, 0]);
  expect(codes('not_exercised')).toEqual([1, 0, 1]);
  expect(codes('not_supported')).toEqual([0, 0, 0]);
  expect(codes('harness_error')).toEqual([1, 1, 1]);
});

test('refuses a case that is expected to fail and flaky too', async () => {
  const file = join(await makeFolder(), 'known.txt');
  await writeFile(file, '8: it races');
  const { ended } = await runAdapter('exit 3', { expectedFailures: file, knownFlaky: file });
  expect(ended).toMatchObject({ error: { exitCode: 2, message: expect.stringContaining('case 8') as string } });
});

const program = bundleProgram(join(import.meta.dirname, '../../petstore-kit/src/main.ts'));

describe('the processes of an adapter', () => {
  test('are ended with it, even if it crashed and left them behind', async () => {
    const lifelines = await startLifelines();
    const first = lifelines.next();
    const command = await makeAdapter(
      startsChild(lifelines.port),
      `process.stdin.once('data', () => process.exit(3));`,
    );
    const running = runAdapter(command);
    const child = await first;
    const closed = once(child, 'close');
    const { report } = await running;
    expect(report.checks[0]?.seen).toMatch(/The adapter ended before it answered: exit code 3\.$/);
    await closed;
  });

  test('do not block the run if they left the process group, where the run cannot end them', async () => {
    const lifelines = await startLifelines();
    const first = lifelines.next();
    const command = await makeAdapter(
      startsChild(lifelines.port, { detached: true }),
      `process.stdin.once('data', () => process.exit(3));`,
    );
    const running = runAdapter(command);
    await first;
    const { report } = await running;
    expect(report.checks[0]?.seen).toMatch(/The adapter ended before it answered: exit code 3\.$/);
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
