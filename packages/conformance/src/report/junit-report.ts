import type { Html } from '@petstore/docs-page';
import { isJudged, classify, type CheckReport, type Report, type ReportOptions } from './report.ts';
import { oneLine } from '../observation/text.ts';
import { markup } from './markup.ts';

/** Returns the report as JUnit XML. A check that neither passed nor counts as failed is skipped, with the reason. */
export function junitReport(report: Report, options: ReportOptions): string {
  const { checks, client } = report;
  // GitLab shows the class name as the suite; dorny/test-reporter shows one group if it equals the name of the suite.
  const suite = oneLine(`petstore-kit conformance ${client.name ?? ''}`);
  const count = (counted: string) => checks.filter((check) => classify(check, options).countsAs === counted).length;
  const counts = markup`tests="${checks.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`;
  const time = checks.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="petstore-kit conformance" ${counts} time="${time}">
  <testsuite name="${suite}" ${counts} time="${time}">
${checks.map((check) => testCase(check, suite, options))}  </testsuite>
</testsuites>
`.text;
}

function testCase(check: CheckReport, suite: string, options: ReportOptions): Html {
  const attributes = markup`classname="${suite}" name="${oneLine(`${check.case} ${check.name}`)}" time="${check.seconds}"`;
  const { countsAs } = classify(check, options);
  if (countsAs === 'passed') return markup`    <testcase ${attributes}/>\n`;
  const body =
    countsAs === 'failed'
      ? markup`<failure type="${check.level}" message="${oneLine(describeReason(check, options))}">${details(check, options)}</failure>`
      : markup`<skipped message="${oneLine(describeReason(check, options))}"/>
      <system-out>${details(check, options)}</system-out>`;
  return markup`    <testcase ${attributes}>
      ${body}
    </testcase>
`;
}

function describeReason(check: CheckReport, options: ReportOptions): string {
  const { verdict, expected, seen } = check;
  const known = options.expectedFailures.get(check.case);
  const word = `${classify(check, options).word}${known === undefined ? '' : ` (${known})`}`;
  if (verdict === 'pass') return `${word}: remove case ${check.case} from the expected failures`;
  return isJudged(check) ? `${word}: expected ${expected}, seen ${seen}` : `${word}: ${seen}`;
}

function details(
  { case: number, expected, seen, why, reference, repeat, log }: CheckReport,
  options: ReportOptions,
): string {
  const known = options.expectedFailures.get(number) ?? '';
  const texts = Object.entries({ expected, seen, known, why, reference, repeat, log: ['', ...log].join('\n') });
  return texts.flatMap(([label, text]) => (text === '' ? [] : `${label}: ${text}`)).join('\n');
}
