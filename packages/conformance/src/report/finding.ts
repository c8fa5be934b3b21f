import type { CheckReport } from './report.ts';

/** What a sentence about a check tells: what the client was asked and answered, if it says that, and what the client made of it. */
export function splitSeen(seen: string): { readonly asked: string; readonly found: string } {
  const [, asked = '', found = seen] = /^(For .*:) ((?:It|The) .*)$/s.exec(seen) ?? [];
  return { asked, found };
}

export interface Difference {
  readonly wanted: string;
  readonly found: string;
}

/** Finds a string or a long number that the client made of one that is much like it. */
export function findDifference({ expected, seen: sentence }: CheckReport): Difference | undefined {
  const { asked, found } = splitSeen(sentence);
  const [made = '', ...wanted] = found.split(/, not (?=[{["])/);
  const [known, seen] = [readValues([asked, expected, ...wanted].join(' ')), readValues(made)];
  for (const value of seen.filter((each) => !known.includes(each))) {
    const alike = known.find((each) => !seen.includes(each) && isAlike(each, value));
    if (alike !== undefined) return { wanted: alike, found: value };
  }
  return undefined;
}

function readValues(text: string): readonly string[] {
  return Array.from(text.matchAll(/"([^"\\]{3,})"|(?<!\d)-?\d{6,}/g), ([number, string]) => string ?? number);
}

/** Whether two texts have at least half of their characters in common, at the beginning and at the end. */
function isAlike(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) * 2 >= Math.max(one.length, other.length);
}
