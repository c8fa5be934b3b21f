import { describeInChromium } from '@petstore/test-support/chromium';
import axe from 'axe-core';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { Verdict } from '../src/report/report.ts';
import { htmlReport, interfaceParts } from '../src/report/html-report.ts';
import { junitReport } from '../src/report/junit-report.ts';
import { startLiveProgress } from '../src/report/live-progress.ts';
import { terminalProgress, terminalReport } from '../src/report/terminal-report.ts';
import { hostile, sampleCheck, sampleReport } from './sample-report.ts';

const verdicts: readonly Verdict[] = [
  'pass',
  'fail',
  'warn',
  'note',
  'not_exercised',
  'not_supported',
  'harness_error',
];
/** One check of each verdict; then a failed and a passed one that were expected to fail; then a failed and a passed flaky one. */
const checks = [...verdicts, ...(['fail', 'pass', 'fail', 'pass'] as const)].map((verdict, index) =>
  sampleCheck(index + 1, verdict),
);
const report = sampleReport(checks);
const options = {
  strict: false,
  expectedFailures: new Map([
    [8, 'it rounds'],
    [9, 'it rounded'],
  ]),
  knownFlaky: new Map([
    [10, 'it races'],
    [11, 'it raced'],
  ]),
  colours: false,
  isCompact: false,
  date: new Date('2026-11-25T11:10:59Z'),
};
const strict = { ...options, strict: true };

const hostileTexts = {
  name: hostile,
  reference: hostile,
  why: hostile,
  expected: hostile,
  seen: hostile,
  repeat: hostile,
};
const hostileReport = sampleReport(
  verdicts.map((verdict, index) => sampleCheck(index + 1, verdict, { ...hostileTexts, log: [hostile] })),
  { name: hostile, version: hostile, language: hostile },
);

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
    10: 'skipped flaky (it races)',
    11: 'pass',
  };
  expect(junitResults(junitReport(report, options))).toEqual(lenient);
  expect(junitReport(report, options)).toContain('tests="11" failures="2" errors="0" skipped="7"');
  expect(junitReport(report, options)).toContain('name="summary" value="2 of 8 judged cases failed."');
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
      ' 10  flaky             reads int64 exactly',
      ' 11  pass              reads int64 exactly',
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
  expect(text).not.toMatch(/--only (?:1|6|11) /); // these passed or are not supported
  expect(text).toContain('  fail                     1       -       -       1\n');
  expect(text).toContain('  all                      9       1       1      11\n');
  expect(text).toContain('     known       it rounds\n');
  expect(text).toContain('     known       it races\n');
  expect(text.split('\n').slice(-7)).toEqual([
    '2 of 8 judged cases failed.',
    'Failed: 2, 9',
    'Passed unexpectedly, remove from the expected failures: 9',
    'Not exercised, and a MUST: 5',
    'Harness errors, so the adapter is wrong: 7',
    'Exit code 1',
    '',
  ]);
  expect(terminalReport(report, strict)).toContain('Failed: 2, 3, 9\n');
});

test('a terminal shows how many cases have ended, what did not pass, and the result first and last', () => {
  let printed = '';
  const progress = startLiveProgress(checks.length, options, (text) => (printed += text));
  const [passed = sampleCheck(1, 'pass'), failed = sampleCheck(2, 'fail'), ...others] = checks;
  progress.add(passed);
  expect(showOnScreen(printed)).toBe('     1 of 11 cases');
  const retryAfter = 'case 2, up to 8 s: listPets answered 503 with Retry-After: 31536000 and\nan Error body';
  progress.waitFor(retryAfter);
  expect(showOnScreen(printed)).toBe(`     ${retryAfter.slice(0, 74).replace('\n', ' ').trimEnd()}`);
  progress.add(failed);
  progress.add({ ...passed, verdict: 'fail' }); // a later violation changed the verdict
  const lines = ['  2  fail              reads int64 exactly', '  1  fail              reads int64 exactly'];
  expect(showOnScreen(printed)).toBe([...lines, '     2 of 11 cases'].join('\n'));
  for (const check of others) progress.add(check);
  progress.end();
  const end = '     2 of 11 cases passed or are not supported: --verbose lists them.\n';
  expect(showOnScreen(printed).slice(-end.length)).toBe(end);
  expect(printed).not.toMatch(/(?![\n\r])\p{C}/u);

  const compact = terminalReport(report, { ...options, isCompact: true });
  const result = '2 of 8 judged cases failed.\nFailed: 2, 9\n';
  expect(compact).toBe(`${result}\n${terminalReport(report, options)}`);
  expect(compact.split(result)).toHaveLength(3);
});

/** Returns what a terminal shows, without the spaces at the ends of its lines: a carriage return goes back to the start of the line. */
function showOnScreen(printed: string): string {
  const overwrite = (line: string) =>
    line
      .split('\r')
      .reduce((shown, text) => text + shown.slice(text.length))
      .trimEnd();
  return printed.split('\n').map(overwrite).join('\n');
}

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
  expect(shown).toEqual([9, 2, 7, 5, 3, 4, 8, 10, 6, 1, 11]); // first the checks that make the exit code 1
  const open = page.split('<tr class=').filter((row) => row.includes('<details open>'));
  expect(open.map((row) => /id="case-(\d+)"/.exec(row)?.[1])).toEqual(['9']);
  expect(page).toContain('2 of 8 judged cases failed.');
  expect(page).toContain('Not exercised, and a MUST: 5.');
  expect(page).toContain('<time datetime="2026-11-25T11:10:59.000Z">2026-11-25 11:10 UTC</time>');
  expect(page).not.toMatch(/href="(?!#case-|https:)/); // it may be an artifact, without other files beside it
  expect(page).not.toMatch(/<p class="note"/); // a class of a verdict
  expect(page).toContain('<dt>Expected to fail</dt><dd>it rounds</dd>');
  expect(page).toContain('<dt>Known as flaky</dt><dd>it raced</dd>');
});

test('the page links each RFC and each of its sections', () => {
  const check = sampleCheck(1, 'fail', {
    reference: 'interface document, part 2; RFC 9112, sections 6 and 7.1.2; RFC 3629; JSON Schema, section 6.1',
  });
  const page = htmlReport(sampleReport([check]), options);
  const rfc = 'https://www.rfc-editor.org/rfc';
  expect(Array.from(page.matchAll(/href="(https[^"]*)">([^<]*)</g), ([, address, text]) => [address, text])).toEqual([
    [`${rfc}/rfc9112`, 'RFC 9112'],
    [`${rfc}/rfc9112#section-6`, '6'],
    [`${rfc}/rfc9112#section-7.1.2`, '7.1.2'],
    [`${rfc}/rfc3629`, 'RFC 3629'],
  ]);
});

test('the page quotes the title of each part of the interface document that a case names', async () => {
  const page = htmlReport(
    sampleReport([sampleCheck(1, 'fail', { reference: 'interface document, parts 2 and 4.1' })]),
    options,
  );
  expect(page).toContain('<dd>interface document, parts 2 “Resources” and 4.1 “listPets”</dd>');
  const text = await readFile(join(import.meta.dirname, '../../../docs/interface.md'), 'utf8');
  const titles = new Map(
    Array.from(text.matchAll(/^##+ ([\d.]+?)\.? `?(\w+)/gm), ([, part = '', title]) => [part, `“${title}”`]),
  );
  const named = cases.flatMap(({ reference }) =>
    reference
      .split(';')
      .flatMap((each) => (each.includes('interface document') ? (each.match(/\d+(?:\.\d+)*/g) ?? []) : [])),
  );
  expect(Object.fromEntries(interfaceParts)).toEqual(
    Object.fromEntries([...new Set(named)].map((part) => [part, titles.get(part)])),
  );
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

describeInChromium('The reports of a conformance run in Chromium:', (openPage) => {
  test('JUnit XML is well-formed, whatever the texts hold', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), 200);
    const reports = texts.map((text) =>
      sampleReport([sampleCheck(1, 'fail', { name: text, seen: text, log: [text] })], { name: text }),
    );
    const files = [hostileReport, ...reports].map((each) => junitReport(each, options));
    const page = await openPage();
    const errors = await page.evaluate(xmlErrors, files);
    expect(errors).toEqual([]);
    expect(await page.evaluate(xmlErrors, ['<a>\u0001</a>'])).toHaveLength(1); // the parser does report errors
  });

  test.each(['light', 'dark'] as const)(
    'the page is accessible in %s colours, also on a narrow screen',
    async (colorScheme) => {
      const page = await openPage({ colorScheme, viewport: { width: 390, height: 844 } });
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.addInitScript({ content: axe.source });
      await page.route('http://report.test/', (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: htmlReport(report, options) }),
      );
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('http://report.test/#case-2');
        const { violations, passes } = await page.evaluate(runAxe);
        expect(violations).toEqual([]);
        expect(passes).toContain('color-contrast');
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      }
      expect(problems).toEqual([]); // the policy of the page allows its own style
    },
  );

  test('the page shows the checks of one verdict, without JavaScript', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.setContent(htmlReport(report, options));
    const rows = page.locator('tbody tr').filter({ visible: true });
    expect(await rows.count()).toBe(11);
    for (const word of ['fail', 'expected failure', 'unexpected pass', 'flaky', 'not exercised']) {
      await page.getByRole('radio', { name: new RegExp(`^${word} 1$`) }).check();
      expect(await rows.locator('.verdict').allInnerTexts()).toEqual([word]);
    }
    await page.getByRole('radio', { name: 'all 11' }).check();
    expect(await rows.count()).toBe(11);
    expect(await page.locator('#case-3').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Case 3' }).click();
    expect(await page.locator('#case-3').isVisible()).toBe(true);
  });

  test('the page opens the first failure alone, and says of the others what was seen, until a link or a printer opens them', async () => {
    const page = await openPage();
    await page.route('http://report.test/', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: htmlReport(report, options) }),
    );
    await page.goto('http://report.test/');
    const isOpen = (number: number) => page.locator(`#case-${number}`).isVisible();
    const brief = page.locator('tr:has(#case-2) .brief');
    expect([await isOpen(9), await isOpen(2), await brief.innerText()]).toEqual([
      true,
      false,
      '"categoryId":"9007199254740992"',
    ]);
    await page.goto('http://report.test/#case-2');
    expect([await isOpen(2), await isOpen(8), await brief.isVisible()]).toEqual([true, false, false]);
    await page.emulateMedia({ media: 'print' });
    expect([await isOpen(8), await isOpen(1), await page.locator('.brief:visible').count()]).toEqual([true, false, 0]);
  });

  test('the page shows hostile texts as they are, and runs none of them', async () => {
    const page = await openPage();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.setContent(htmlReport(hostileReport, options));
    expect(await page.locator('script, img').count()).toBe(0);
    expect(await page.locator('#case-2 .log').textContent()).toContain('</pre></script><script>alert(1)</script>');
    expect(dialogs).toEqual([]);
  });
});

declare const DOMParser: new () => {
  parseFromString(text: string, type: string): { querySelector(selector: string): { textContent: string } | null };
};

/** Returns the errors of an XML parser. Runs in the page. */
function xmlErrors(files: readonly string[]): readonly string[] {
  const parser = new DOMParser();
  return files.flatMap(
    (file) => parser.parseFromString(file, 'application/xml').querySelector('parsererror')?.textContent ?? [],
  );
}

/** Runs axe in the page. */
async function runAxe(): Promise<{ violations: readonly unknown[]; passes: readonly string[] }> {
  const { violations, passes } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
  return {
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
    passes: passes.map(({ id }) => id),
  };
}
