import type { CheckReport, Report, Verdict } from '../src/report/report.ts';

/** A text with markup, the end of a CDATA section, escape codes, and characters that XML does not allow. */
export const hostile = `</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"'\`&amp;]]>\u001b[31m\u0000\u0007\ud800\ufffe\u202e\r\n\tend`;

/** Makes a check. */
export function sampleCheck(number: number, verdict: Verdict, texts: Partial<CheckReport> = {}): CheckReport {
  const levels: Partial<Record<Verdict, CheckReport['level']>> = { warn: 'should', note: 'info' };
  return {
    case: number,
    name: 'reads int64 exactly',
    level: levels[verdict] ?? 'must',
    verdict,
    reference: 'interface document, part 2',
    why: 'An id that is rounded names another pet.',
    expected: '"categoryId":"9007199254740993"',
    seen: '"categoryId":"9007199254740992"',
    seconds: 0.25,
    log: Array.from({ length: 20 }, (_, line) => `< line ${line + 1}`),
    repeat: `petstore-kit conformance run --only ${number} --command "python adapter.py"`,
    ...texts,
  };
}

/** Makes a report with these checks. */
export function sampleReport(checks: readonly CheckReport[], client: Report['client'] = {}): Report {
  return {
    report: 1,
    client: { name: 'urllib', version: '3.11', language: 'python', ...client },
    set: '1.0',
    exitCode: 1,
    checks,
  };
}

const verdicts = ['pass', 'fail', 'warn', 'note', 'not_exercised', 'not_supported', 'harness_error'] as const;

/** One check of each verdict; then a failed and a passed one that were expected to fail. */
export const checks = [...verdicts, ...(['fail', 'pass'] as const)].map((verdict, index) =>
  sampleCheck(index + 1, verdict),
);
export const report = sampleReport(checks);
export const options = {
  strict: false,
  expectedFailures: new Map([
    [8, 'it rounds'],
    [9, 'it rounded'],
  ]),
  colours: false,
  width: 80,
  seconds: 8.25,
  date: new Date('2026-11-25T11:10:59Z'),
};

/** Makes a report with a check of each verdict in which every text is this one. */
export function reportOf(text: string, shown: readonly Verdict[] = verdicts): Report {
  const texts = { name: text, reference: text, why: text, expected: text, seen: text, repeat: text };
  const log = [`1 > ${text}`, '1 > end'];
  return sampleReport(
    shown.map((verdict, index) => sampleCheck(index + 1, verdict, { ...texts, log })),
    { name: text, version: text, language: text },
  );
}
