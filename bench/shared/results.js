import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { quick } from './settings.js';

/** Where results are kept; those of a quick run are not committed. */
export const resultsFolder = join(import.meta.dirname, '..', 'results', quick ? 'quick' : '');

/** Writes what a benchmark found to `results/<name>.json`, with what is needed to judge it. */
export function saveResult(name, found) {
  const [cpu] = cpus();
  const result = {
    benchmark: name,
    date: new Date().toISOString(),
    command: `npm run ${name}${quick ? ' -- --quick' : ''}`,
    machine: `${cpus().length} x ${cpu.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
    node: process.version,
    ...found,
  };
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** Reads the result of a benchmark; `undefined` where it has not been run. */
export function readResult(name) {
  try {
    return JSON.parse(readFileSync(join(resultsFolder, `${name}.json`), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Prints a table that is also Markdown. */
export function printTable(title, head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const show = (cells) => `| ${cells.map((cell, i) => pad(cell, widths[i], i)).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  console.log(['', title, '', show(lines[0]), rule, ...lines.slice(1).map(show), ''].join('\n'));
}

/** Three significant digits, and no more than are there. */
export function figure(value) {
  if (value === undefined || Number.isNaN(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2);
}

/** A ratio, to two places. */
export function ratioFigure(value) {
  return value >= 100 ? figure(value) : value.toFixed(2);
}

/** The least and the median of some samples. */
export function summary(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  return { least: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

function pad(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
