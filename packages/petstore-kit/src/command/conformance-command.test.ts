import { ok } from '@petstore/core';
import { caseNumbers } from '@petstore/conformance';
import { describe, expect, test } from 'vitest';
import { parseConformanceCommand } from './conformance-command.ts';

describe('the command line of petstore-kit conformance', () => {
  test('has defaults', () => {
    const settings = {
      command: 'node a.js',
      startTimeout: 10_000,
      jobs: 6,
      numbers: caseNumbers,
      strict: false,
      expectedFailures: undefined,
      reports: {},
    };
    expect(parseConformanceCommand(['run', '--command', 'node a.js'])).toEqual(ok(settings));
  });

  test('sets everything', () => {
    const args =
      'run --command ./a --start-timeout 120 --jobs 3 --strict --only 36,11 --json a.json --junit b.xml --html c.html --expected-failures d.txt';
    const settings = {
      command: './a',
      startTimeout: 120_000,
      jobs: 3,
      numbers: [36, 11],
      strict: true,
      expectedFailures: 'd.txt',
      reports: { json: 'a.json', junit: 'b.xml', html: 'c.html' },
    };
    expect(parseConformanceCommand(args.split(' '))).toEqual(ok(settings));
  });

  test('takes spaces in a list of cases', () => {
    const parsed = parseConformanceCommand(['run', '--command', 'a', '--only', '1, 45']);
    expect(parsed).toMatchObject({ value: { numbers: [1, 45] } });
  });

  test('takes a language to begin in', () => {
    expect(parseConformanceCommand(['init', 'python'])).toEqual(ok({ language: 'python' }));
  });

  test.each([
    ['init', 'init needs a language: use one of go, java, '],
    ['init perl', 'There is no adapter in "perl": use one of go, java, '],
    ['init go rust', '"rust"'],
    ['init go --strict', '"--strict"'],
    ['', 'action', 'init or run'],
    ['serve', '"serve"', 'run'],
    ['run --command python a.py', '"a.py"', 'quotes'],
    ['run', '--command is missing'],
    ['run --command=\t', '--command'],
    ['run --command a --start-timeout 0', '--start-timeout', 'seconds', '3600', '"0"'],
    ['run --command a --start-timeout 3601', '"3601"'],
    ['run --command a --start-timeout 30s', '"30s"'],
    ['run --command a --jobs 0', '--jobs', 'integer', '"0"'],
    ['run --json=', '--json', 'file'],
    ['run --expected-failures=', '--expected-failures', 'file'],
    ['run --only 1,1000', '--only', String(Math.max(...caseNumbers)), '"1,1000"'],
    ['run --only 1,,2', '--only', '"1,,2"'],
    ['run --noisy', '--noisy is not an option.'],
    ['run --command=', '--command must not be empty', 'adapter'],
  ])('"%s" is refused with a sentence that names what is wrong', (line, ...names) => {
    const sentence = parseConformanceCommand(line === '' ? [] : line.split(' '))._unsafeUnwrapErr();
    for (const name of names) expect(sentence).toContain(name);
    expect(sentence).toMatch(/^[^\n]+[^.\n][.?]$/);
  });
});
