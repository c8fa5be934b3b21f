import { cpus, release, totalmem, type } from 'node:os';

/** Prints what is needed to judge the figures that follow. */
export function printConditions(conditions) {
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`;
  console.log(`\n${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}: ${conditions}`);
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
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2);
}

/** Formats a ratio with two decimal places; from 10 on, as a figure. */
function ratioFigure(value) {
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
