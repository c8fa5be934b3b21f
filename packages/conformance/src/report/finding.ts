import type { CheckReport } from './report.ts';

/** Returns what was seen, without the context that a report shows beside it. */
export function seenInContext({ context, seen }: CheckReport): string {
  return context === undefined ? seen : seen.replace(`${context}: `, ''); // a shortened one may lack the end of the context
}

/** Finds a string or a long number that the client made of one that is much like it. */
export function findDifference(check: CheckReport): { readonly wanted: string; readonly found: string } | undefined {
  // `judgePets` writes `Pet 2 is {"id":"7",…}, not {"id":"70",…}.`: what follows ", not " was wanted. Other sentences have no such part.
  const [made = '', ...wanted] = seenInContext(check).split(/, not (?=[{["])/);
  const known = readValues([check.context, check.expected, ...wanted].join(' '));
  const seen = readValues(made);
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
