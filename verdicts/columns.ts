import { describeCase } from './cases-page.ts';
import type { Client } from './client.ts';
import type { CaseVerdict, ClientVerdict } from './verdict.ts';

/** The columns of the table. Each case of a client is in exactly one of them. */
export const columns = [
  'Fails a MUST of an RFC',
  'Fails a MUST of this interface',
  'Fails a SHOULD',
  'Notes',
  'Passes',
  'Not judged',
] as const;

export type Column = (typeof columns)[number];

/** Decides in which column a case counts. */
export function columnOf({ case: number, verdict }: CaseVerdict): Column {
  switch (verdict) {
    case 'fail':
      return describeCase(number).source === 'rfc' ? 'Fails a MUST of an RFC' : 'Fails a MUST of this interface';
    case 'warn':
      return 'Fails a SHOULD';
    case 'note':
      return 'Notes';
    case 'pass':
      return 'Passes';
    default:
      return 'Not judged';
  }
}

/** Counts the cases of each column, and those of them that a newer version passes. */
export function countColumns({ findings = {} }: Client, { cases }: ClientVerdict) {
  return columns.map((column) => {
    const inside = cases.filter((each) => columnOf(each) === column);
    const isRed = column.startsWith('Fails');
    return {
      count: inside.length,
      mended: isRed ? inside.filter((each) => findings[each.case]?.mendedIn !== undefined).length : 0,
    };
  });
}
