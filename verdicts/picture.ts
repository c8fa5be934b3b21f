import { describeCase } from './cases-page.ts';
import { columnOf, columns, type Column } from './columns.ts';
import type { JudgedClient } from './verdict.ts';

/** The cases that some row does not pass, by the column of the table in which they count for this row. */
function casesApart(rows: readonly JudgedClient[]): readonly (readonly [Column, readonly number[]])[] {
  const judged = rows.flatMap(([, { cases }]) => cases).sort((one, other) => one.case - other.case);
  return columns.slice(0, columns.indexOf('Passes')).map((column) => {
    const numbers = judged.filter((each) => columnOf(each) === column).map((each) => each.case);
    return [column, [...new Set(numbers)]];
  });
}

/** The name of a row below its language: with its version if the client has two rows without an option. */
function nameOf([{ name, language }, { version }]: JudgedClient, rows: readonly JudgedClient[]): string {
  const same = rows.filter(
    ([other]) => other.name === name && other.language.name === language.name && other.option === undefined,
  );
  return same.length > 1 ? `${name} ${version}` : name;
}

/** The name of a row in a list of all languages. */
function fullNameOf(row: JudgedClient, rows: readonly JudgedClient[]): string {
  const [{ name, language, option }] = row;
  const isElsewhere = rows.some(([other]) => other.name === name && other.language.name !== language.name);
  const full = option === undefined ? nameOf(row, rows) : `${name} with ${option}`;
  return isElsewhere ? `${full} (${language.name})` : full;
}

/** Says in Markdown what the picture shows. */
export function describePicture(rows: readonly JudgedClient[]): string {
  const parts = casesApart(rows).map(([column, numbers]) => {
    const items = numbers.map((number) => {
      const { heading, link } = describeCase(number);
      const some = rows.filter(([, { cases }]) =>
        cases.some((each) => each.case === number && columnOf(each) === column),
      );
      return `- [${heading}](${link}): ${some.map((row) => fullNameOf(row, rows)).join(', ')}`;
    });
    return `**${column}**\n\n${items.join('\n')}`;
  });
  const count = casesApart(rows).reduce((sum, [, numbers]) => sum + numbers.length, 0);
  const size = `${rows.length} rows by the ${count} cases that tell them apart`;
  return `<img alt="${size}. The same as text is below." src="picture.svg" width="720" />

The picture shows the ${size}: those that some row fails, or has a note for. One square is one case.

<details>
<summary>The same as text: who fails which case</summary>

${parts.join('\n\n')}

</details>`;
}

/** The side of a square, and the distance from one to the next. */
const side = 5;
const step = 6;
const rowHeight = 9;
const margin = 6;
/** Where the squares begin: right of the names. */
const left = 138;

/** The squares: what each kind means, and its colours, for light and dark. */
const kinds = {
  fail: { columns: ['Fails a MUST of an RFC', 'Fails a MUST of this interface'], words: 'fails a MUST' },
  warn: { columns: ['Fails a SHOULD'], words: 'fails a SHOULD' },
  note: { columns: ['Notes'], words: 'note' },
  pass: { columns: ['Passes'], words: 'passes' },
  none: { columns: ['Not judged'], words: 'not judged' },
} as const satisfies Readonly<Record<string, { readonly columns: readonly Column[]; readonly words: string }>>;

/** What stands above the cases of a column, and its room. */
const captionWidth = 44;
const captions: Partial<Record<Column, string>> = {
  'Fails a MUST of an RFC': 'MUST (RFC)',
  'Fails a MUST of this interface': 'interface',
  'Fails a SHOULD': 'SHOULD',
  Notes: 'notes',
};

const style = `
text { fill: #23211c; font: 8.5px system-ui, sans-serif; }
.language { font-weight: 600; }
.quiet { fill: #645e52; }
.number { fill: #645e52; font-size: 5.5px; }
.ground { fill: #fbfaf7; }
.fail { fill: #a5301f; }
.warn { fill: #6b4a06; }
.note { fill: #1f5a94; }
.pass { fill: #1d6a4c; fill-opacity: 0.3; }
.none { fill: #645e52; }
@media (prefers-color-scheme: dark) {
text { fill: #ebe6db; }
.quiet, .number { fill: #a9a294; }
.ground { fill: #191815; }
.fail { fill: #f2998b; }
.warn { fill: #efcf8c; }
.note { fill: #9cc4f0; }
.pass { fill: #82cba7; }
.none { fill: #a9a294; }
}
`;

/**
 * Draws a square for each row and each case that tells the rows apart, as SVG. Its letters are small enough for a telephone, and grow
 * with the width of the picture.
 */
export function drawPicture(rows: readonly JudgedClient[]): string {
  let right = left;
  const places = new Map<number, number>();
  const heads: string[] = [];
  for (const [column, numbers] of casesApart(rows)) {
    const start = right;
    heads.push(text(start, 12, captions[column] ?? '', 'quiet'));
    for (const number of numbers) {
      places.set(number, right);
      heads.push(`<text class="number" transform="translate(${right + side - 0.5} 27) rotate(-90)">${number}</text>`);
      right += step;
    }
    right = Math.max(right + step, start + captionWidth);
  }
  let y = 26;
  const lines = rows.flatMap((row, index) => {
    const [{ language, option }, { cases }] = row;
    const isFirst = language.name !== rows[index - 1]?.[0].language.name;
    if (isFirst) y += 15;
    y += rowHeight;
    const squares = Object.entries(kinds).map(([kind, { columns: some }]) => {
      const inside = cases.filter((each) => (some as readonly Column[]).includes(columnOf(each)));
      return drawSquares(
        kind,
        inside.flatMap((each) => places.get(each.case) ?? []),
        y,
      );
    });
    return [
      ...(isFirst ? [text(margin, y - rowHeight, language.name, 'language')] : []),
      option === undefined ? text(margin, y, nameOf(row, rows)) : text(margin, y, `  + ${option}`, 'quiet'),
      ...squares,
    ];
  });
  y += 20;
  const legend = Object.entries(kinds).map(([kind, { words }], index) => {
    const x = margin + index * 80;
    return drawSquares(kind, [x], y) + text(x + 9, y, words);
  });
  const [width, height] = [right, y + 9];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="6"/>
${[...heads, ...lines, ...legend].join('\n')}
</svg>
`;
}

/** Squares above a line of letters. One of a case that was not judged is smaller. */
function drawSquares(kind: string, places: readonly number[], line: number): string {
  const size = kind === 'none' ? 1.5 : side;
  const gap = (side - size) / 2;
  const path = places.map((x) => `M${x + gap} ${line - 5.5 + gap}h${size}v${size}h-${size}z`).join('');
  return path === '' ? '' : `<path class="${kind}" d="${path}"/>`;
}

function text(x: number, y: number, words: string, kind?: string): string {
  return `<text x="${x}" y="${y}"${kind === undefined ? '' : ` class="${kind}"`}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}
