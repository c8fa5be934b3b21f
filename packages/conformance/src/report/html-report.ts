import { Html } from '@petstore/docs-page';
import {
  describeClient,
  describeCounts,
  describeFailedCount,
  isAccepted,
  listFailed,
  listOtherReasons,
  classify,
  urgencyPlace,
  type CheckReport,
  type Report,
  type ReportOptions,
} from './report.ts';
import { markup } from './markup.ts';

/** What the page needs beside the report. */
export interface HtmlOptions extends ReportOptions {
  /** When the report was made. */
  readonly date: Date;
}

/** Returns the report as one HTML page, without other files and JavaScript. */
export function htmlReport(report: Report, options: HtmlOptions): string {
  const { checks, client, set, exitCode } = report;
  const worstFirst = checks.toSorted((one, other) => urgencyPlace(one, options) - urgencyPlace(other, options));
  const date = options.date.toISOString();
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Conformance of ${describeClient(report)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header>
<h1>Conformance of ${[client.name ?? 'unknown client', client.version].join(' ')}</h1>
<p><strong>${describeFailedCount(report, options)}</strong></p>
<ul>
${listFailed(report, options).map(
  (check) => markup`<li><a href="#case-${check.case}">${check.case} ${check.name}</a></li>
`,
)}</ul>
${listOtherReasons(report, options).map(([label, numbers]) => markup`<p>${label}: ${numbers}.</p>\n`)}<p>${describeCounts(report, options)}</p>
<p>must: what an RFC or the interface document demands; should: what they recommend; info: what helps, but is nobody’s duty.</p>
<dl>
${part('Language', client.language ?? '')}
<dt>Date</dt><dd><time datetime="${date}">${date.slice(0, 16).replace('T', ' ')} UTC</time></dd>
${part('Set of cases', set)}
${part('Counts as failure', options.strict ? 'MUST and SHOULD' : 'MUST')}
${part('Exit code', String(exitCode))}
</dl>
</header>
<main>
${worstFirst.map((check, index) => showCheck(check, options, index === 0 && !isAccepted(check, options)))}</main>
</body>
</html>
`.text;
}

function showCheck(check: CheckReport, options: ReportOptions, isOpen: boolean): Html {
  const { word } = classify(check, options);
  return markup`<details class="${word.replace(' ', '-')}"${isOpen && new Html(' open')}>
<summary><b>${word}</b> ${check.case}. ${check.name} (${check.level})</summary>
<dl id="case-${check.case}">
${part('Why it matters', check.why)}
${part('Expected to fail', options.expectedFailures.get(check.case) ?? '')}
${part('Expected', check.expected)}
${quoted('Seen', check.seen)}
${part('Reference', check.reference)}
${quoted('Repeat it alone', check.repeat)}
${quoted('Log', check.log.join('\n'))}
</dl>
</details>
`;
}

function part(name: string, text: string): Html | false {
  return text !== '' && markup`<dt>${name}</dt><dd>${text}</dd>`;
}

function quoted(name: string, text: string): Html | false {
  return text !== '' && markup`<dt>${name}</dt><dd><pre>\n${text}</pre></dd>`;
}

/** The style of the page. Every text has a contrast of at least 4.5 with its background. */
const pageStyle = `
:root { color-scheme: light dark; background: light-dark(#fff, #1b1b1b); color: light-dark(#222, #eee); }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; }
pre { margin: 0; font-size: 0.8125rem; white-space: pre-wrap; }
details { padding: 0.5rem 0; border-top: 1px solid; }
details > dl { margin-left: 1rem; }
summary { cursor: pointer; }
.pass b { color: light-dark(#1b5a41, #94d6b4); }
.fail b, .unexpected-pass b, .expected-failure b { color: light-dark(#8c2315, #f6ab9f); }
.warn b { color: light-dark(#6b4a06, #efcf8c); }
.note b { color: light-dark(#264a75, #a9c8ee); }
.harness-error b { color: light-dark(#6a2c7a, #ddb2ea); }
`;
