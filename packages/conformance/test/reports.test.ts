import { codePoint } from '@petstore/core/contract';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEventLog } from '../src/harness/event-log.ts';
import { colours } from '../src/report/html-style.ts';
import { htmlReport } from '../src/report/html-report.ts';
import { junitReport } from '../src/report/junit-report.ts';
import { decideExitCode, type Report, type Verdict } from '../src/report/report.ts';
import { terminalProgress, terminalReport, type TerminalOptions } from '../src/report/terminal-report.ts';
import { checks, hostile, options, report, reportOf, sampleCheck, sampleReport } from './sample-report.ts';

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

test('bytes that are no text are one line of a log', () => {
  const events = createEventLog();
  const socket = new Socket();
  events.watch(socket);
  socket.emit(
    'data',
    Buffer.concat([Buffer.from('Content-Encoding: gzip\r\n\r\n'), gzipSync('[]'), Buffer.from('\n')]),
  );
  socket.emit('data', Buffer.from('the next line'));
  socket.destroy();
  expect(events.read((text) => text).log.slice(0, 4)).toEqual([
    '1 opened',
    '1 > Content-Encoding: gzip',
    '1 >',
    '1 > … bytes that are no text',
  ]);
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
  expect(junitReport(report, options)).toMatch(/<testsuite [^>]*time="2.250">[^]*<testcase [^>]*time="0.25"/);
  expect(junitResults(junitReport(report, strict))).toEqual({ ...lenient, 3: 'failure warn' });
});

/** Returns the report in a terminal. */
function shownInTerminal(shown: Report, changed: Partial<TerminalOptions> = {}): string {
  return terminalReport(shown, { ...options, ...changed }, (...numbers) => `run --only ${numbers.join()}`);
}

test('a terminal counts the checks as they end, in one line', () => {
  const line = (count: number) => terminalProgress(checks.slice(0, count), 89, options);
  expect([line(1), line(9)]).toEqual(['\r\u001b[K1 of 89', '\r\u001b[K9 of 89, 1 failed']);
});

test('the terminal ends with what to look at, by number, and with the names of what failed', () => {
  const text = shownInTerminal(report);
  const headings = text.matchAll(/^ {2}(\d) {2}(\S+(?: \S+)?) +reads/gm);
  expect(Array.from(headings, ([, number, word]) => `${number} ${word}`).join()).toBe(
    '2 fail,3 warn,4 note,5 not exercised,7 harness error,8 expected failure,9 unexpected pass',
  );
  expect(text).toContain(' known      it rounds\n');
  expect(text.slice(text.indexOf('urllib'))).toBe(
    [
      'urllib 3.11 (python), cases 1.0, 8.3 s',
      '1 unexpected pass, 1 fail, 1 harness error, 1 warn, 1 not exercised, 1 note, 1',
      'expected failure, 1 not supported, 1 pass',
      '1 of 6 judged cases failed.',
      'Failed: 2 reads int64 exactly',
      'Passed unexpectedly, remove from the expected failures: 9',
      'Not exercised, and a MUST: 5',
      'Harness errors, so the adapter is wrong: 7',
      'Repeat: run --only 2,5,7,9',
      'Exit code 1',
      '',
    ].join('\n'),
  );
  expect(shownInTerminal(report, { strict: true })).toContain('Failed: 3 reads int64 exactly\n');
  expect(shownInTerminal(sampleReport([sampleCheck(1, 'pass')]))).not.toContain('Repeat');
});

test('the terminal marks what differs, in six lines for a failure and four for another check', () => {
  const texts = {
    context: 'For createPet {"name":"Rex"} answered 201 and {"id":9007199254740993}',
    seen: `For createPet {"name":"Rex"} answered 201 and {"id":9007199254740993}: It returned {"id":"9007199254740992","text":"${'x '.repeat(200)}"}.`,
    expected: 'It returns the id. '.repeat(20),
    log: ['run     > {}', 'stderr  | frame 1'],
  };
  const checks = [sampleCheck(6, 'warn', texts), sampleCheck(11, 'fail', texts)];
  expect(shownInTerminal(sampleReport(checks)).split('\n\nurllib')[0]).toBe(
    `
  6  warn              reads int64 exactly
     asked      For createPet {"name":"Rex"} answered 201 and {"id":90071992547…
     seen       It returned {"id":"9007199254740992","text":"x x x x x x x x x x
                x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x…
 11  fail              reads int64 exactly
     asked      For createPet {"name":"Rex"} answered 201 and {"id":90071992547…
     seen       It returned {"id":"9007199254740992","text":"x x x x x x x x x x
                x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x…
     expected   It returns the id. It returns the id. It returns the id. It ret…
     differs    9007199254740993 / 9007199254740992`.slice(1),
  );
});

test('the terminal says a harness error of many cases once', () => {
  const checks = [1, 2, 3].map((number) => sampleCheck(number, 'harness_error', { seen: 'No answer.' }));
  const text = shownInTerminal(sampleReport(checks));
  expect(text.match(/harness error {5}/g)).toHaveLength(3);
  expect(text.match(/No answer\./g)).toHaveLength(1);
});

test('the terminal gets colours only on request, and no other escape code', () => {
  const colours = true;
  expect(shownInTerminal(report, { colours })).toContain('\u001b[31mfail\u001b[39m');
  expect(shownInTerminal(report, { colours })).toContain(
    '\u001b[32m     expected   "categoryId":"9007199254740993"\u001b[39m\n',
  );
  for (const [verdict, colour] of Object.entries({ fail: 31, warn: 33, note: 36 })) {
    const one = shownInTerminal(sampleReport([sampleCheck(1, verdict as Verdict)]), { colours });
    const value = verdict === 'fail' ? '\u001b[7m9007199254740992\u001b[27m' : '9007199254740992';
    expect(one).toContain(`\u001b[${colour}m     seen       "categoryId":"${value}"\u001b[39m\n`);
  }
  const text = shownInTerminal(reportOf(hostile));
  expect(text).not.toMatch(/(?![\n\t])\p{C}/u);
  expect(text).toContain('\\u001b[31m');
});

test('no line is wider than the terminal, except a command to copy', () => {
  const anyWidth = fc.integer({ min: 40, max: 120 });
  const anyText = fc.string({ unit: codePoint, maxLength: 150 });
  fc.assert(
    fc.property(fc.lorem({ maxCount: 30 }), anyText, anyWidth, (words, binary, width) => {
      const texts = { name: words, expected: binary, seen: words + binary, log: [binary, words] };
      const check = sampleCheck(45, 'fail', texts);
      const text = shownInTerminal(sampleReport([check]), { width });
      expect(text.split('\n').filter((line) => Array.from(line).length > width)).toEqual([]);
    }),
  );
});

test('the page begins with the result and a square for each case, and has the passed cases in one line each', () => {
  const page = htmlReport(report, options);
  expect(page).toContain('1 of 6 judged cases failed.');
  expect(page).toContain('Not exercised, and a MUST: 5.');
  expect(page).toContain('<time datetime="2026-11-25T11:10:59.000Z">2026-11-25 11:10 UTC</time>');
  const name = '2 reads int64 exactly: fail';
  expect(page).toContain(`<a class="fail failed" href="#case-2" title="${name}" aria-label="${name}">`);
  const shown = Array.from(page.matchAll(/id="case-(\d+)"/g), ([, number]) => Number(number));
  expect(shown).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 1]); // by number, the passed one at the end
  expect(page).toContain('<li id="case-1">1 reads int64 exactly <small>must</small></li>');
  expect(page).not.toMatch(/href="[^#]|src=|<script/); // it may be an artifact, without other files beside it
  expect(page).toContain('<strong>Expected to fail:</strong> it rounds');
  expect(page).toContain('&#34;categoryId&#34;:&#34;<mark>9007199254740992</mark>&#34;');
});

test('the page shows an exchange as arrows with times, and the bytes on demand', () => {
  const log = ['run     > {"id":"1"}', '3 > GET /pets HTTP/1.1', '3 > Host: a', '3 < HTTP/1.1 200 OK', 'adapter < {}'];
  const page = htmlReport(sampleReport([sampleCheck(1, 'fail', { log, times: [0, 2, 2, 5, 7] })]), options);
  const arrows = page.matchAll(/<small>(\d+) ms<\/small> <span class="way">(.*?)<\/span> <code>(.*?)<\/code>/g);
  expect(Array.from(arrows, ([, ...parts]) => parts.join(' '))).toEqual([
    '0 run → client {&#34;id&#34;:&#34;1&#34;}',
    '2 client → store GET /pets HTTP/1.1',
    '5 store → client HTTP/1.1 200 OK',
    '7 client → run {}',
  ]);
  expect(page).toContain('<pre>\nGET /pets HTTP/1.1\nHost: a</pre>');
});

test('the page has at most 250 kB, even if all cases failed', () => {
  const log = Array.from({ length: 160 }, (_, line) => `${line} > {"text":"${'x'.repeat(380)}"}`);
  const checks = Array.from({ length: 89 }, (_, index) => sampleCheck(index + 1, 'fail', { log }));
  expect(Buffer.byteLength(htmlReport(sampleReport(checks), options))).toBeLessThan(250_000);
});

test('the page has the colours of the documentation', async () => {
  const style = await readFile(join(import.meta.dirname, '../../docs-page/assets/docs.css'), 'utf8');
  expect(style).toContain(colours);
});

test('no text of a report becomes markup of the page', () => {
  const tagsWith = (text: string) => {
    const page = htmlReport(reportOf(text, ['fail']), options);
    expect(page).not.toMatch(/\p{Cs}|(?![\n\t])\p{Cc}/u);
    return page.replace(/"[^"]*"/g, '""').match(/<[^>]*>/g);
  };
  const tags = tagsWith('x');
  expect(tagsWith(hostile)).toEqual(tags);
  fc.assert(
    fc.property(fc.string({ unit: codePoint, minLength: 1 }), (text) => {
      expect(tagsWith(text)).toEqual(tags);
    }),
  );
});
