// A set of cases never changes: a new case or another level would break the build of a user whose client has not changed.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { sets } from '../src/sets.ts';

/** The levels of the cases 1 to 74 of the set 1.0, in their order: must, should, information. */
const levels = 'MMMMMMMSMS' + 'MSMIMMMMMMMMI' + 'MSSSMSS' + 'MMSSSSSISSSMSMS' + 'MMMMMMMMMMMMMMSSSS' + 'MMMSMMSMSIS';

test('the set 1.0 has the cases that it always had, with their levels', () => {
  const ofSet = cases.filter((each) => sets['1.0']?.includes(each.case));
  expect(ofSet.map((each) => each.case)).toEqual(Array.from(levels, (_, index) => index + 1));
  expect(ofSet.map(({ level }) => level.slice(0, 1).toUpperCase()).join('')).toBe(levels);
});

test('every case is in a set, and says all that a report has to say', () => {
  for (const each of cases) {
    expect(Object.values(sets).flat()).toContain(each.case);
    for (const field of ['name', 'reference', 'why', 'expected'] as const) expect(each[field]).toMatch(/\w/);
  }
});
