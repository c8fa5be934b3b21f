import type { ConformanceCase } from '../conformance-case.ts';
import { lookAtEach } from '../finding.ts';
import { judgeReading, list, written, type Reading } from './readings.ts';
import { rex, rexJson } from './replies.ts';

/** Spellings of a header field that mean the same. */
const spellings: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name.toLowerCase()}: ${value}`,
  (name, value) => `${name.toUpperCase()}: ${value}`,
  (name, value) => `${name}:${value}`,
  (name, value) => `${name}:   ${value}  `,
];

/** Writes a whole answer, whose header fields are spelled so. */
function answeredIn({ statusLine, wrap }: Reading, spell: (name: string, value: string) => string): string {
  const body = wrap(rexJson);
  const fields = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ] as const;
  return [`HTTP/1.1 ${statusLine}`, ...fields.map(([name, value]) => spell(name, value)), '', body].join('\r\n');
}

/** How the header of an answer is written: the case 71. */
export const headerFieldCases: readonly ConformanceCase[] = [
  {
    case: 71,
    name: 'reads every spelling of a header field',
    level: 'must',
    reference: 'RFC 9110, sections 5.1 and 5.5; RFC 9112, section 5',
    why: 'The names of fields have no case, and space around a value is none of it: a gateway may write either otherwise.',
    expected: 'The client returns the pets of an answer whose header has other letters or spaces.',
    look: (harness) =>
      lookAtEach(spellings, (spell) =>
        judgeReading(harness, list, written(list, { pieces: [answeredIn(list, spell)], end: 'close' }), rex),
      ),
  },
];
