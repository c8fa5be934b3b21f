import { Html } from '@petstore/docs-page';
import { pageStyle } from './html-style.ts';
import { findDifference, seenInContext } from './finding.ts';
import { readExchange, type Arrow } from './exchange.ts';
import { classify, summarise, type CheckReport, type Report, type ReportOptions } from './report.ts';
import { markup } from './markup.ts';

export interface HtmlOptions extends ReportOptions {
  readonly date: Date;
}

/** How many characters of exchanges the page has, with their markup: a page of some 90 failures is then smaller than 250 kB. */
const maxExchanges = 100_000;

/** What the page can show: a class of the checks, and the label of its choice. */
const filters = [
  ['all', 'All'],
  ['failed', 'Failed'],
  ['warn', 'Warned'],
  ['note', 'Notes'],
] as const;

/** Returns the report as one HTML page, without other files and JavaScript. */
export function htmlReport(report: Report, options: HtmlOptions): string {
  const { checks, client, set, exitCode } = report;
  const date = options.date.toISOString();
  const summary = summarise(report, options);
  const others = checks.filter((check) => classify(check, options).countsAs !== 'passed');
  const passed = checks.filter((check) => classify(check, options).countsAs === 'passed');
  const most = maxExchanges / Math.max(others.length, 1);
  const classesOf = (check: CheckReport) => {
    const { word } = classify(check, options);
    return `${word.replace(' ', '-')}${summary.failed.includes(check) ? ' failed' : ''}`;
  };
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Conformance of ${summary.client}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header>
<h1>${[client.name ?? 'unknown client', client.version].join(' ')}</h1>
<p class="result">${summary.result}</p>
${summary.otherReasons.map(([label, numbers]) => markup`<p>${label}: ${numbers}.</p>\n`)}<p class="facts">${client.language && `${client.language} · `}<time datetime="${date}">${date.slice(0, 16).replace('T', ' ')} UTC</time> · cases ${set} · ${summary.counts} · ${options.strict ? 'MUST and SHOULD count' : 'MUST counts'} · exit code ${exitCode}</p>
</header>
<main>
<nav aria-label="Cases"><ol class="strip">
${checks.map((check) => markup`<li>${square(check, classesOf(check), options)}</li>\n`)}</ol></nav>
<fieldset>
<legend>Show</legend>
${filters.map(([name, label], index) => markup`<label><input type="radio" name="show" value="${name}"${index === 0 && new Html(' checked')}> ${label}</label>\n`)}</fieldset>
${others.map((check) => showCheck(check, classesOf(check), options, most))}
${passed.length > 0 && markup`<section class="passed">\n<h2>Passed</h2>\n<ul>\n${passed.map((check) => markup`<li id="case-${check.case}">${check.case} ${check.name} <small>${check.level}</small></li>\n`)}</ul>\n</section>\n`}</main>
<footer><p>must: what an RFC or the interface document demands; should: what they recommend; info: what helps, but is nobody’s duty.</p></footer>
</body>
</html>
`.text;
}

/** The link of a case in the strip. The sign shows the verdict where colours do not. */
function square(check: CheckReport, classes: string, options: ReportOptions): Html {
  const { word } = classify(check, options);
  const name = `${check.case} ${check.name}: ${word}`;
  return markup`<a class="${classes}" href="#case-${check.case}" title="${name}" aria-label="${name}">${signs[word]}</a>`;
}

const signs: Readonly<Record<ReturnType<typeof classify>['word'], string>> = {
  pass: '',
  fail: '×',
  'unexpected pass': '+',
  warn: '!',
  note: 'i',
  'expected failure': '–',
  'not exercised': '?',
  'not supported': '–',
  'harness error': '#',
};

function showCheck(check: CheckReport, classes: string, options: ReportOptions, most: number): Html {
  const { word } = classify(check, options);
  const heading = markup`<h2><b>${word}</b> ${check.case} ${check.name} <small>${check.level}</small></h2>`;
  const difference = findDifference(check);
  const known = options.expectedFailures.get(check.case);
  if (check.verdict === 'not_supported') {
    return markup`<article id="case-${check.case}" class="${classes}">\n${heading}\n<p>${check.seen}</p>\n</article>\n`;
  }
  const arrows = readExchange(check).map(showArrow);
  let size = 0;
  const leftOut = arrows.findLastIndex(({ text }) => (size += text.length) > most) + 1;
  return markup`<article id="case-${check.case}" class="${classes}">
${heading}
${check.context !== undefined && markup`<p>${mark(`${check.context}:`, difference?.wanted)}</p>`}
<div class="sides">
<div><h3>Expected</h3><p>${mark(check.expected, difference?.wanted)}</p></div>
<div><h3>Seen</h3><p>${mark(seenInContext(check), difference?.found)}</p></div>
</div>
${known !== undefined && markup`<p><strong>Expected to fail:</strong> ${known}</p>`}
<p>${check.why} <small>${check.reference}</small></p>
${leftOut > 0 && markup`<p><small>${leftOut} messages before these are left out.</small></p>`}
${leftOut < arrows.length && markup`<ol class="exchange" aria-label="Exchange">\n${arrows.slice(leftOut)}</ol>`}
<details><summary>Repeat it alone</summary><pre>${check.repeat}</pre></details>
</article>
`;
}

function showArrow({ time, from, to, title, bytes }: Arrow): Html {
  const way = to === '' ? from : `${from} → ${to}`;
  const name = markup`<small>${time} ms</small> <span class="way">${way}</span> <code>${title}</code>`;
  if (bytes === undefined) return markup`<li>${name}</li>\n`;
  return markup`<li><details><summary>${name}</summary><pre>\n${bytes}</pre></details></li>\n`;
}

function mark(text: string, value: string | undefined): Html {
  const start = value === undefined ? -1 : text.indexOf(value);
  if (value === undefined || start === -1) return markup`${text}`;
  return markup`${text.slice(0, start)}<mark>${value}</mark>${text.slice(start + value.length)}`;
}
