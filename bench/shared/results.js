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
  const rounded = (_key, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);
  const text = JSON.stringify(result, rounded, 2).replace(/\[[\d\s.,]+\]/g, inOneLine);
  writeFileSync(join(resultsFolder, `${name}.json`), `${text}\n`);
}

/** Lays out an array of numbers in one line. */
function inOneLine(numbers) {
  return `[${numbers.slice(1, -1).trim().split(/\s+/).join(' ')}]`;
}

/** Reads the result of a benchmark; `undefined` if it has not been run. */
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

/** Formats a number: two significant digits below 10, three below 100, and an integer from 100 on. */
export function figure(value) {
  if (value === undefined || Number.isNaN(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2);
}

/** Formats a ratio with two decimal places; from 10 on, as a figure. */
export function ratioFigure(value) {
  return value >= 10 ? figure(value) : value.toFixed(2);
}

/** The median and the quartiles of some samples. */
export function spread(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.round((sorted.length - 1) * share)];
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/** The median and the quartiles of ratios: of each sample to the base of the same round. */
export function spreadOfRatios(samples, base) {
  return spread(samples.map((sample, round) => sample / base[round]));
}

/** A ratio with its quartiles, such as `1.18 (1.15–1.22)`. */
export function spreadFigure({ lower, median, upper }) {
  return `${ratioFigure(median)} (${ratioFigure(lower)}–${ratioFigure(upper)})`;
}

function pad(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
