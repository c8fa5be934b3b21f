import { Html, type HtmlPart } from '@petstore/http';
import { createHash } from 'node:crypto';
import type { CheckReport, Report } from './report.ts';
import { pageStyle } from './html-style.ts';
import { markup } from './markup.ts';
import { findKnownReason, isAccepted, makeLine, words, type ReportOptions } from './report-line.ts';
import { describeFailedCount, describeClient, listOtherReasons } from './wording.ts';

/** What the page needs beside the report. */
export interface HtmlOptions extends ReportOptions {
  /** When the run began. */
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
${part(options.expectedFailures.has(check.case) ? 'Expected to fail' : 'Known as flaky', findKnownReason(check, options) ?? '')}
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
