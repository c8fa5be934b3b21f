import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlReport } from '../src/report/html-report.ts';
import { junitReport } from '../src/report/junit-report.ts';
import { decideExitCode, type Verdict } from '../src/report/report.ts';
import { terminalProgress, terminalReport } from '../src/report/terminal-report.ts';
import { checks, hostile, hostileReport, options, report, sampleCheck, sampleReport } from './sample-report.ts';

const strict = { ...options, strict: true };

test('the exit code is 0 if something was judged, nothing is wrong, and what is expected to fail fails', () => {
  const code = (...verdicts: readonly Verdict[]) =>
    decideExitCode(
      verdicts.map((verdict) => sampleCheck(1, verdict)),
      options,
    );
  expect([code('pass'), code('pass', 'not_supported'), code('warn'), code('note')]).toEqual([0, 0, 0, 0]);
  expect([code('pass', 'fail'), code('pass', 'not_exercised'), code('pass', 'harness_error')]).toEqual([1, 1, 1]);
  expect([code(), code('not_supported')]).toEqual([1, 1]); // nothing was judged
  expect(decideExitCode([sampleCheck(1, 'warn')], strict)).toBe(1);
  const expected = (verdict: Verdict) => decideExitCode([sampleCheck(1, 'pass'), sampleCheck(8, verdict)], options);
  expect([expected('fail'), expected('pass'), expected('not_exercised')]).toEqual([0, 1, 1]);
});

/** Reads the result of each test case of JUnit XML, by the number of the case. */
function junitResults(xml: string): Readonly<Record<string, string>> {
  const cases = xml.matchAll(
    /<testcase [^>]*name="(\d+)[^>]*?(?:\/>|>\s*<(\w+)[^>]*message="([^:"]*).*?<\/testcase>)/gs,
  );
  return Object.fromEntries(
    Array.from(cases, ([, number = '', element, word = '']) => [number, element ? `${element} ${word}` : 'pass']),
  );
}

test('JUnit XML has a failure, a skip or neither for each verdict', () => {
  const lenient = {
    1: 'pass',
    2: 'failure fail',
    3: 'skipped warn',
    4: 'skipped note',
    5: 'skipped not exercised',
    6: 'skipped not supported',
    7: 'skipped harness error',
    8: 'skipped expected failure (it rounds)',
    9: 'failure unexpected pass (it rounded)',
  };
  expect(junitResults(junitReport(report, options))).toEqual(lenient);
  expect(junitReport(report, options)).toContain('tests="9" failures="2" errors="0" skipped="6"');
  expect(junitReport(report, options)).toContain('name="summary" value="2 of 6 judged cases failed."');
  expect(junitReport(report, options)).toMatch(/<testsuite [^>]*time="2.250">[^]*<testcase [^>]*time="0.25"/);
  expect(junitResults(junitReport(report, strict))).toEqual({ ...lenient, 3: 'failure warn' });
});

test('the terminal shows each check as it ends, and at the end what to look at', () => {
  expect(checks.map((check) => terminalProgress(check, options)).join('')).toBe(
    [
      '  1  pass              reads int64 exactly',
      '  2  fail              reads int64 exactly',
      '  3  warn              reads int64 exactly',
      '  4  note              reads int64 exactly',
      '  5  not exercised     reads int64 exactly',
      '  6  not supported     reads int64 exactly',
      '  7  harness error     reads int64 exactly',
      '  8  expected failure  reads int64 exactly',
      '  9  unexpected pass   reads int64 exactly',
      '',
    ].join('\n'),
  );
  const text = terminalReport(report, options);
  expect(text).toContain(
    `
  2  fail (must)
     reads int64 exactly
     expected    "categoryId":"9007199254740993"
     seen        "categoryId":"9007199254740992"
     why         An id that is rounded names another pet.
     reference   interface document, part 2
     log
       < line 1
`.slice(1),
  );
  expect(text).toContain('  repeat      petstore-kit conformance run --only 2 --command "python adapter.py"\n');
  expect(text).not.toMatch(/--only (?:1|6) /); // these passed or are not supported
  expect(text).toContain('  fail                     1       -       -       1\n');
  expect(text).toContain('  all                      7       1       1       9\n');
  expect(text).toContain('     known       it rounds\n');
  expect(text.split('\n').slice(-7)).toEqual([
    '2 of 6 judged cases failed.',
    'Failed: 2 reads int64 exactly, 9 reads int64 exactly',
    'Passed unexpectedly, remove from the expected failures: 9',
    'Not exercised, and a MUST: 5',
    'Harness errors, so the adapter is wrong: 7',
    'Exit code 1',
    '',
  ]);
  expect(terminalReport(report, strict)).toContain(
    'Failed: 2 reads int64 exactly, 3 reads int64 exactly, 9 reads int64 exactly\n',
  );
});

test('the terminal shows the exchange that decided the case, without header fields that say nothing', () => {
  const log = [
    'run     > {"id":"1","operation":"listPets"}',
    '1 > GET /s/1/v1/pets HTTP/1.1',
    '1 < [{"id":1}]',
    'adapter < {"id":"1","ok":[]}',
    'run     > {"id":"2","operation":"createPet"}',
    '1 > POST /s/2/v1/pets HTTP/1.1',
    '1 > user-agent: node',
    '1 > content-length: 44',
    ...Array.from({ length: 12 }, (_, index) => `1 > X-Field-${index}: 1`),
    '1 > {"name":"Rex","categoryId":9007199254740992}',
    '1 < HTTP/1.1 201 Created',
    '1 < Date: Thu, 26 Nov 2026 03:59:28 GMT',
    '1 < Connection: keep-alive',
    '1 < Keep-Alive: timeout=75',
    '1 < {"id":1}',
    'adapter < {"id":"2","ok":{}}',
  ];
  const text = terminalReport(sampleReport([sampleCheck(5, 'fail', { log })]), options);
  expect(text).toContain(`
     log         19 of 27 lines
       run     > {"id":"2","operation":"createPet"}
       1 > POST /s/2/v1/pets HTTP/1.1
       1 > content-length: 44
`);
  expect(text).toContain('categoryId":9007199254740992');
  expect(text).not.toMatch(/Date:|Keep-Alive:|user-agent|GET/);
});

test('the terminal gets colours only on request, and no other escape code', () => {
  const [, check = sampleCheck(2, 'fail')] = checks;
  expect(terminalProgress(check, { ...options, colours: true })).toBe(
    '  2  \u001b[31mfail\u001b[39m              reads int64 exactly\n',
  );
  const coloured = terminalReport(report, { ...options, colours: true });
  expect(coloured).toContain('\u001b[32m     expected    "categoryId":"9007199254740993"\u001b[39m\n');
  for (const [verdict, colour] of [
    ['fail', 31],
    ['warn', 33],
    ['note', 36],
  ] as const) {
    const one = terminalReport(sampleReport([sampleCheck(1, verdict)]), { ...options, colours: true });
    expect(one).toContain(`\u001b[${colour}m     seen        "categoryId":"9007199254740992"\u001b[39m\n`);
  }
  const { checks: hostileChecks } = hostileReport;
  const text =
    hostileChecks.map((each) => terminalProgress(each, options)).join('') + terminalReport(hostileReport, options);
  expect(text).not.toMatch(/(?![\n\t])\p{C}/u);
  expect(text).toContain('\\u001b[31m');
});

test('no line in the terminal is wider than 80 columns, except a command to copy', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), fc.string({ unit: 'binary', maxLength: 150 }), (words, binary) => {
      const check = sampleCheck(45, 'fail', {
        name: words,
        why: words,
        expected: binary,
        seen: words + binary,
        log: [binary, words],
      });
      const text = terminalProgress(check, options) + terminalReport(sampleReport([check]), options);
      const wide = text.split('\n').filter((line) => Array.from(line).length > 80);
      expect(wide.filter((line) => !line.startsWith('     repeat '))).toEqual([]);
    }),
  );
});

test('the page begins with the count of failed cases and the date, and lists the cases to act on first', () => {
  const page = htmlReport(report, options);
  const shown = Array.from(page.matchAll(/id="case-(\d+)"/g), ([, number]) => Number(number));
  expect(shown).toEqual([9, 2, 7, 5, 3, 4, 8, 6, 1]); // first the checks that make the exit code 1
  const open = page.matchAll(/<details [^>]* open>\n<summary>.*\n<dl id="case-(\d+)">/g);
  expect(Array.from(open, ([, number]) => number)).toEqual(['9']);
  expect(page).toContain('2 of 6 judged cases failed.');
  expect(page).toContain('Not exercised, and a MUST: 5.');
  expect(page).toContain('<time datetime="2026-11-25T11:10:59.000Z">2026-11-25 11:10 UTC</time>');
  expect(page).not.toMatch(/(?:href|src)=/); // it may be an artifact, without other files beside it
  expect(page).toContain('<dt>Expected to fail</dt><dd>it rounds</dd>');
});

test('no text of a report becomes markup of the page', () => {
  const tagsWith = (text: string) => {
    const texts = { name: text, reference: text, why: text, expected: text, seen: text, repeat: text, log: [text] };
    const client = { name: text, version: text, language: text };
    const page = htmlReport(sampleReport([sampleCheck(1, 'fail', texts)], client), options);
    expect(page).not.toMatch(/\p{Cs}|(?![\n\t])\p{Cc}/u);
    return page.match(/<[^>]*>/g);
  };
  const tags = tagsWith('x');
  expect(tagsWith(hostile)).toEqual(tags);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      expect(tagsWith(text)).toEqual(tags);
    }),
  );
});
