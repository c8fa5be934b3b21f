import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What docs/conformance-cases.md says of a case. */
export interface DescribedCase {
  /** Who demands a MUST: an RFC, or the interface of the pet store. */
  readonly source: 'rfc' | 'interface';
  /** The RFC or the part of the interface, and the sentence that binds a client. */
  readonly clause: string;
  /** The number of the case and what a client does that passes it. */
  readonly heading: string;
  /** The link to the case, from the folder `verdicts`. */
  readonly link: string;
}

const page = readFileSync(join(import.meta.dirname, '../docs/conformance-cases.md'), 'utf8');

/** Returns what the page of the cases says of a case. */
export function describeCase(number: number): DescribedCase {
  const pattern = new RegExp(
    `^### (${number}\\. .*)\n\n.*?\\*\\*(must \\(RFC\\)|must \\(interface\\)|should|info)\\*\\* by (.*)$`,
    'm',
  );
  const [, heading, level, clause] = pattern.exec(page) ?? [];
  if (heading === undefined || clause === undefined)
    throw new Error(`docs/conformance-cases.md has no case ${number}.`);
  return {
    source: level === 'must (interface)' ? 'interface' : 'rfc',
    clause,
    heading,
    link: `../docs/conformance-cases.md#${anchorOf(heading)}`,
  };
}

/** Returns the anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
