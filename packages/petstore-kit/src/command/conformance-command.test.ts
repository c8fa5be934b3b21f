import { ok } from '@petstore/core';
import { caseNumbers } from '@petstore/conformance';
import { describe, expect, test } from 'vitest';
import { parseConformanceCommand } from './conformance-command.ts';

const common = {
  numbers: caseNumbers,
  strict: false,
  expectedFailures: undefined,
  knownFlaky: undefined,
  reports: {},
};

describe('the command line', () => {
  test('has defaults', () => {
    const run = { action: 'run', command: 'node a.js', verbose: false, startTimeout: 10_000, ...common };
    expect(parseConformanceCommand(['run', '--command', 'node a.js'])).toEqual(ok(run));
    const serve = { action: 'serve', host: '127.0.0.1', port: 0, exitOnStdinEnd: false, ...common };
    expect(parseConformanceCommand(['serve'])).toEqual(ok(serve));
  });

  test('sets everything', () => {
    const args =
      '--strict --only 36,11 --json a.json --junit b.xml --html c.html --expected-failures d.txt --known-flaky e.txt'.split(
        ' ',
      );
    const settings = {
      numbers: [36, 11],
      strict: true,
      expectedFailures: 'd.txt',
      knownFlaky: 'e.txt',
      reports: { json: 'a.json', junit: 'b.xml', html: 'c.html' },
    };
    const run = parseConformanceCommand(['run', '--command', './a', '--start-timeout', '120', '--verbose', ...args]);
    expect(run).toEqual(ok({ action: 'run', command: './a', startTimeout: 120_000, verbose: true, ...settings }));
    const serve = parseConformanceCommand([
      'serve',
      '--host',
      '::1',
      '--port',
      '65535',
      '--exit-on-stdin-end',
      ...args,
    ]);
    expect(serve).toEqual(ok({ action: 'serve', host: '::1', port: 65_535, exitOnStdinEnd: true, ...settings }));
  });

  test('takes spaces in a list of cases', () => {
    expect(parseConformanceCommand(['serve', '--only', '1, 45'])).toMatchObject({ value: { numbers: [1, 45] } });
  });

  test.each([
    ['', 'action', 'run', 'serve'],
    ['walk', '"walk"', 'run', 'serve'],
    ['run --command python a.py', '"a.py"', 'quotes'],
    ['run', '--command'],
    ['run --command=\t', '--command'],
    ['run --command a --host ::1', '--host', 'serve'],
    ['run --command a --port 1', '--port', 'serve'],
    ['run --command a --exit-on-stdin-end', '--exit-on-stdin-end', 'serve'],
    ['serve --command a', '--command', 'run'],
    ['serve --start-timeout 5', '--start-timeout', 'run'],
    ['run --command a --start-timeout 0', '--start-timeout', 'seconds', '3600', '"0"'],
    ['run --command a --start-timeout 3601', '"3601"'],
    ['run --command a --start-timeout 30s', '"30s"'],
    ['serve --host=', '--host'],
    ['serve --port 65536', '--port', '65535', '"65536"'],
    ['serve --port 1e3', '--port', '"1e3"'],
    ['serve --set 1.0', '--set is not an option.'],
    ['serve --json=', '--json', 'file'],
    ['serve --expected-failures=', '--expected-failures', 'file'],
    ['serve --only 1,1000', '--only', String(Math.max(...caseNumbers)), '"1000"'],
    ['serve --only 1,,2', '--only', '""'],
    ['serve --noisy', '--noisy is not an option.'],
    ['serve --prot 1', '--prot is not an option.', 'Did you mean --port?'],
    ['serve --port', '--port needs a value', '65535'],
    ['serve --port -1', '--port needs a value', '65535', '--port=VALUE'],
    ['serve --port --strict', '--port needs a value'],
    ['serve --port=', '--port must not be empty', '65535'],
    ['serve --strict=yes', '--strict takes no value'],
    ['run --command=', '--command must not be empty', 'adapter'],
  ])('"%s" is refused with a sentence that names what is wrong', (line, ...names) => {
    const sentence = parseConformanceCommand(line === '' ? [] : line.split(' '))._unsafeUnwrapErr();
    for (const name of names) expect(sentence).toContain(name);
    expect(sentence).toMatch(/^[^\n]+[^.\n][.?]$/);
  });
});
