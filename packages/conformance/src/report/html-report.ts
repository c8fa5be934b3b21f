import { Html, type HtmlPart } from '@petstore/http';
import { createHash } from 'node:crypto';
import {
  describeClient,
  describeFailedCount,
  isAccepted,
  listOtherReasons,
  makeLine,
  words,
  type CheckReport,
  type Report,
  type ReportOptions,
} from './report.ts';
import { markup } from './text.ts';

/** What the page needs beside the report. */
export interface HtmlOptions extends ReportOptions {
  /** When the report was made. */
  readonly date: Date;
}

/** The titles of the parts of the interface document that references name. */
export const interfaceParts: ReadonlyMap<string, string> = new Map([
  ['1', '“Purpose”'],
  ['2', '“Resources”'],
  ['4', '“Operations”'],
  ['4.1', '“listPets”'],
  ['4.2', '“createPet”'],
  ['4.3', '“getPet”'],
  ['5', '“Authentication”'],
  ['7', '“Errors”'],
]);

/** A choice of rows to show. */
interface Filter {
  /** The class of the rows. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

/** Returns the report as one HTML page, without other files and JavaScript: the filters are radio buttons and CSS. */
export function htmlReport(report: Report, options: HtmlOptions): string {
  const { checks, client, set, exitCode } = report;
  const { language } = client;
  const filters = makeFilters(checks, options);
  const style = pageStyle + filters.map(({ key }) => hidingRule(key)).join('');
  const rank = (check: CheckReport) =>
    (isAccepted(check, options) ? words.length : 0) + words.indexOf(makeLine(check, options).word);
  const worstFirst = checks.toSorted((one, other) => rank(one) - rank(other));
  const date = options.date.toISOString();
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${makePolicy(style)}">
<title>Conformance of ${describeClient(report)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>Conformance of ${[client.name ?? 'unknown client', client.version].join(' ')}</h1>
<p class="lead">${describeFailedCount(report, options)}</p>
${listOtherReasons(report, options).map(([label, numbers]) => markup`<p>${label}: ${numbers}.</p>\n`)}<p class="hint">must: what an RFC or the interface document demands; should: what they recommend; info: what helps, but is nobody’s duty.</p>
<dl class="facts">
${language !== undefined && fact('Language', language)}
<div><dt>Date</dt><dd><time datetime="${date}">${date.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
${fact('Set of cases', set)}
${fact('Counts as failure', options.strict ? 'MUST and SHOULD' : 'MUST')}
${fact('Exit code', String(exitCode))}
</dl>
</header>
<main>
<fieldset>
<legend>Show</legend>
${filters.map(
  ({ key, name, count }, index) => markup`<span class="filter">
<input type="radio" name="show" id="show-${key}"${index === 0 && new Html(' checked')}>
<label for="show-${key}" class="verdict ${key}">${name} <b>${count}</b></label>
</span>
`,
)}</fieldset>
<table aria-label="Checks">
<thead>
<tr><th class="number" scope="col">No.</th><th scope="col">What a right client does</th><th class="level" scope="col">Level</th><th class="outcome" scope="col">Verdict</th></tr>
</thead>
<tbody>
${worstFirst.map((check, index) => row(check, options, index === 0 && !isAccepted(check, options)))}</tbody>
</table>
</main>
</body>
</html>
`.text;
}

function makeFilters(checks: readonly CheckReport[], options: ReportOptions): readonly Filter[] {
  const byWord = words.map((word) => ({
    key: toClassName(word),
    name: word,
    count: checks.filter((check) => makeLine(check, options).word === word).length,
  }));
  return [{ key: 'all', name: 'all', count: checks.length }, ...byWord.filter(({ count }) => count > 0)];
}

function toClassName(word: string): string {
  return word.replaceAll(' ', '-');
}

function hidingRule(key: string): string {
  return `body:has(#show-${key}:checked) tbody tr:not(.${key}) { display: none; }\n`;
}

/** Makes the policy that allows only the style of the page: protects the reader if a text of the report became markup. */
function makePolicy(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function fact(name: string, value: string): Html {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** Shows a check. Folded, a check that did not pass says what was seen. */
function row(check: CheckReport, options: ReportOptions, isOpen: boolean): Html {
  const { word } = makeLine(check, options);
  const id = `case-${check.case}`;
  const brief = check.verdict !== 'pass' && check.verdict !== 'not_supported';
  return markup`<tr class="all ${toClassName(word)}">
<td class="number"><a href="#${id}" aria-label="Case ${check.case}">${check.case}</a></td>
<td class="name"><details${isOpen && new Html(' open')}><summary>${check.name}${brief && markup` <span class="brief">${check.seen}</span>`}</summary>
<dl class="about" id="${id}">
${part('Why it matters', check.why)}
${part('Expected to fail', options.expectedFailures.get(check.case) ?? '')}
${part('Expected', check.expected)}
${quoted('Seen', check.seen)}
${part('Reference', check.reference, showSources(check.reference))}
${quoted('Repeat it alone', check.repeat)}
${
  check.log.length > 0 &&
  markup`<div><dt>Log</dt><dd><details><summary>${check.log.length} lines</summary>
<pre class="log" tabindex="0" role="region" aria-label="Log of case ${check.case}">
${check.log.join('\n')}</pre></details></dd></div>`
}
</dl>
</details></td>
<td class="level">${check.level}</td>
<td class="outcome"><span class="verdict ${toClassName(word)}">${word}</span></td>
</tr>
`;
}

function part(name: string, text: string, shown: HtmlPart = text): Html | false {
  return text !== '' && markup`<div><dt>${name}</dt><dd>${shown}</dd></div>`;
}

/**
 * Links each RFC of a reference, and the sections after it, such as `RFC 9112, sections 7.1.1 and 7.1.2`. A part of the interface
 * document gets its title instead of a link: the page may be an artifact of CI, without the document beside it.
 */
function showSources(reference: string): HtmlPart {
  return reference.split(/(?<=;)/).map((clause) => {
    if (clause.includes('interface document')) {
      return clause.replace(/\d+(?:\.\d+)*/g, (part) => [part, interfaceParts.get(part)].filter(Boolean).join(' '));
    }
    const [, rfc] = /RFC (\d+)/.exec(clause) ?? [];
    if (rfc === undefined) return clause;
    return clause.split(/(RFC \d+|\d+(?:\.\d+)*)/).map((piece, index) => {
      if (index % 2 === 0) return piece;
      const anchor = piece.startsWith('RFC') ? '' : `#section-${piece}`;
      return markup`<a href="https://www.rfc-editor.org/rfc/rfc${rfc}${anchor}">${piece}</a>`;
    });
  });
}

function quoted(name: string, text: string): Html | false {
  return text !== '' && markup`<div><dt>${name}</dt><dd><pre>\n${text}</pre></dd></div>`;
}

/** The style of the page. Every text has a contrast of at least 4.5 with its background. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf7;
  --panel: #f3f0e9;
  --field: #ffffff;
  --ink: #23211c;
  --quiet: #645e52;
  --line: #e2ddd1;
  --line-strong: #8f8776;
  --accent: #1d6a4c;
  --good: #e0efe6;
  --good-ink: #1b5a41;
  --bad: #fbe1dc;
  --bad-ink: #8c2315;
  --warn: #fbedcf;
  --warn-ink: #6b4a06;
  --note: #e1eaf5;
  --note-ink: #264a75;
  --odd: #f1e4f5;
  --odd-ink: #6a2c7a;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Noto Serif', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, Inter, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', SFMono-Regular, 'Cascadia Mono', 'JetBrains Mono', Consolas, 'DejaVu Sans Mono', monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #191815;
    --panel: #21201c;
    --field: #141310;
    --ink: #ebe6db;
    --quiet: #a9a294;
    --line: #38352e;
    --line-strong: #7b7465;
    --accent: #82cba7;
    --good: #1c3329;
    --good-ink: #94d6b4;
    --bad: #46211b;
    --bad-ink: #f6ab9f;
    --warn: #3b2f16;
    --warn-ink: #efcf8c;
    --note: #1f3047;
    --note-ink: #a9c8ee;
    --odd: #3a2540;
    --odd-ink: #ddb2ea;
  }
}

*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  max-width: 76rem;
  margin: 0 auto;
  padding: clamp(1rem, 3vw, 2rem) clamp(1rem, 4vw, 3.5rem) 6rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem / 1.6 var(--sans);
  overflow-wrap: anywhere;
}
h1, p, dl, dd, pre { margin: 0; }
h1 {
  font: 600 clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem) / 1.2 var(--serif);
  letter-spacing: -0.01em;
}
pre, td.number { font-family: var(--mono); font-variant-ligatures: none; }
pre {
  padding: 0.6rem 0.85rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--field);
  font-size: 0.8125rem;
  line-height: 1.6;
  white-space: pre-wrap;
}
a { color: inherit; text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }

.lead { margin-top: 0.75rem; font-size: 1.125rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin-top: 1rem; }
dt, legend, .hint { color: var(--quiet); font-size: 0.8125rem; }

/* Verdicts */
.verdict {
  display: inline-block;
  padding: 0.05rem 0.65rem;
  border: 1px solid transparent; /* seen with forced colours */
  border-radius: 999px;
  background: var(--panel);
  color: var(--quiet);
  font-size: 0.8125rem;
  font-weight: 600;
  line-height: 1.5;
  white-space: nowrap;
  print-color-adjust: exact;
  -webkit-print-color-adjust: exact;
}
.verdict.pass { background: var(--good); color: var(--good-ink); }
.verdict.fail, .verdict.unexpected-pass { background: var(--bad); color: var(--bad-ink); }
.verdict.expected-failure { border-color: currentcolor; background: none; color: var(--bad-ink); }
.verdict.warn { background: var(--warn); color: var(--warn-ink); }
.verdict.note { background: var(--note); color: var(--note-ink); }
.verdict.harness-error { background: var(--odd); color: var(--odd-ink); }

/* Filters */
fieldset { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.5rem 0 1.25rem; padding: 0; border: 0; }
legend { margin-bottom: 0.5rem; padding: 0; }
.filter { position: relative; }
.filter input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.filter label {
  display: flex;
  gap: 0.5em;
  align-items: center;
  min-height: 2.25rem;
  padding: 0.25rem 0.85rem;
  border-width: 2px;
  font-size: 0.875rem;
  font-weight: 450;
}
.filter b { font-variant-numeric: tabular-nums; font-weight: 650; }
.filter input:hover + label { border-color: var(--line-strong); }
.filter input:checked + label { border-color: var(--ink); background: var(--ink); color: var(--ground); }
.filter input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (forced-colors: active) {
  .filter input:checked + label { background: Highlight; color: HighlightText; forced-color-adjust: none; }
}

/* Cases */
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { padding: 0.4rem 0; color: var(--quiet); font-size: 0.8125rem; font-weight: 400; text-align: left; }
tbody tr { border-top: 1px solid var(--line); }
td { padding: 0.45rem 0; vertical-align: baseline; }
td + td, th + th { padding-left: 1rem; }
.number { width: 2.5rem; text-align: right; }
td.number { font-size: 0.875rem; }
.number a { color: var(--quiet); text-decoration: none; }
.number a:hover { color: var(--ink); text-decoration: underline; }
.level { width: 5.5rem; }
td.level { color: var(--quiet); font-size: 0.875rem; }
.outcome { width: 11rem; }
summary { padding-left: 1.2em; text-indent: -1.2em; cursor: pointer; }
summary::marker { color: var(--line-strong); }
summary:hover { color: var(--accent); }
details[open] > summary { font-weight: 600; }
.brief { display: -webkit-box; overflow: hidden; max-width: 52rem; color: var(--quiet); font-size: 0.8125rem; text-indent: 0; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
details[open] > summary .brief { display: none; }
.about { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; max-width: 52rem; padding: 0.75rem 0 1.5rem; scroll-margin-top: 5rem; }
.about pre { margin-top: 0.25rem; }
.log { max-height: 26rem; overflow: auto; }

@media (max-width: 43.99rem) {
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { display: grid; grid-template-columns: auto auto 1fr; align-items: baseline; gap: 0.25rem 0; padding: 0.6rem 0; }
  td, td + td { padding: 0; }
  td + td { padding-left: 0.75rem; }
  .number, .level, .outcome { width: auto; }
  .outcome { justify-self: end; text-align: right; }
  .name { grid-row: 2; grid-column: 1 / -1; padding-left: 0 !important; }
  .about { padding-bottom: 1rem; }
  pre { font-size: 0.75rem; }
  .brief { -webkit-line-clamp: 4; }
}

@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  fieldset { display: none; }
  table { margin-top: 2rem; }
  pre { font-size: 8pt; }
  .log { max-height: none; overflow: visible; }
  summary { list-style: none; break-after: avoid; }
  .brief { display: none; }
  tr:not(.pass) details::details-content { display: block; content-visibility: visible; block-size: auto; }
}
`;
