import type { Client } from './client.ts';
import { groups } from './groups.ts';
import { withoutBuild, type CaseVerdict, type ClientVerdict } from './verdict.ts';

/** A client that was judged, with its verdict. */
export type JudgedClient = readonly [Client, ClientVerdict];

type Mark = 'pass' | 'fail' | 'warn' | 'none';

const colours = {
  light: { text: '#1f2328', muted: '#59636e', pass: '#8fcf9d', fail: '#cf222e', warn: '#bf8700', none: '#afb8c1' },
  dark: { text: '#f0f6fc', muted: '#9198a1', pass: '#2f6f3e', fail: '#ff6b63', warn: '#e3b341', none: '#484f58' },
} as const;

/** Where things stand, in pixels. A cell is one case of one client. */
const left = 236;
const top = 84;
const cell = 11;
const gap = 10;
const rowHeight = 17;

/** The marks differ in shape and not in colour alone. `x` and `y` are the middle of a cell. */
const shapes: Readonly<Record<Mark, (x: number, y: number) => string>> = {
  pass: (x, y) => `M${x - 3} ${y - 3}h6v6h-6z`,
  fail: (x, y) => `M${x - 5} ${y - 6}h10v12h-10z`,
  warn: (x, y) => `M${x} ${y - 6}l5 6l-5 6l-5 -6z`,
  none: (x, y) => `M${x - 1} ${y - 1}h2v2h-2z`,
};

/** Draws the clients and the groups of cases: a row for each client, a mark for each case. */
export function drawPicture(judged: readonly JudgedClient[], scheme: 'light' | 'dark'): string {
  const { text, muted, ...marks } = colours[scheme];
  const numbers = [...new Set(judged.flatMap(([, { cases }]) => cases.map((each) => each.case)))];
  const columns = placeColumns(numbers);
  const paths: Record<Mark, string> = { pass: '', fail: '', warn: '', none: '' };
  const labels: string[] = [];
  let y = top;
  let language = '';
  for (const [client, verdict] of judged) {
    if (client.language.name !== language) {
      language = client.language.name;
      y += rowHeight + 6;
      labels.push(`<text x="8" y="${y + 4}" fill="${muted}" font-weight="600">${escape(language)}</text>`);
    }
    y += rowHeight;
    labels.push(`<text x="20" y="${y + 4}" fill="${text}">${escape(labelOf(client, verdict))}</text>`);
    for (const each of verdict.cases) {
      const mark = markOf(each);
      paths[mark] += shapes[mark](columns.get(each.case) ?? 0, y);
    }
  }
  const width = Math.max(...columns.values()) + cell + gap + 60;
  const legendY = y + 2 * rowHeight;
  const legend = (
    [
      ['fail', 'fails a MUST'],
      ['warn', 'fails a SHOULD'],
      ['pass', 'passes'],
      ['none', 'information only, not supported or not exercised'],
    ] as const
  ).map(([mark, name], index) => {
    const x = left + 130 * index;
    return `<path fill="${marks[mark]}" d="${shapes[mark](x, legendY)}"/><text x="${x + 12}" y="${legendY + 4}" fill="${text}">${name}</text>`;
  });
  const headings = groups.map(([name, cases]) => {
    const x = columns.get(cases.find((number) => columns.has(number)) ?? 0) ?? 0;
    return `<text transform="translate(${x} ${top + 14}) rotate(-35)" fill="${text}" font-weight="600">${escape(name)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${legendY + 20}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>The verdicts on ${judged.length} clients: a row for each client, a mark for each case</title>`,
    ...headings,
    ...labels,
    ...Object.entries(paths).map(([mark, d]) => `<path fill="${marks[mark as Mark]}" d="${d}"/>`),
    ...legend,
    '</svg>\n',
  ].join('\n');
}

/** Returns the middle of the column of each case. Cases of one group stand together. */
function placeColumns(numbers: readonly number[]): ReadonlyMap<number, number> {
  const grouped = groups.map(([, cases]) => cases.filter((number) => numbers.includes(number)));
  const lost = numbers.filter((number) => !grouped.flat().includes(number));
  if (lost.length > 0) throw new Error(`Add the cases ${lost.join(', ')} to groups.ts.`);
  const columns = new Map<number, number>();
  let x = left;
  for (const cases of grouped) {
    for (const number of cases) {
      columns.set(number, x);
      x += cell;
    }
    x += gap;
  }
  return columns;
}

function markOf({ verdict }: CaseVerdict): Mark {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn' ? verdict : 'none';
}

/** The name and the version. A further row of a client has its option. */
function labelOf({ name, option }: Client, { version }: ClientVerdict): string {
  return option === undefined ? `${name} ${withoutBuild(version)}` : `… ${option}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
