// The cases never change: a new case or another level would break the build of a user whose client has not changed.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { clauses } from './clauses.ts';

/** The levels of the cases 1 to 89, in their order: must, should, information. */
const levels =
  'MMMMMMMSMS' +
  'MIMIMMMMMMMMI' +
  'MSSSMSS' +
  'MMSISSSISSSMSMS' +
  'MMMMMMMMMMMMSMISSS' +
  'MMMSMMSMSISSSSSSMSSM' +
  'IMMMMI';

test('the run has the cases that it always had, with their levels', () => {
  const old = cases.filter((each) => each.case <= levels.length);
  expect(old.map((each) => each.case)).toEqual(Array.from(levels, (_, index) => index + 1));
  expect(old.map(({ level }) => level.slice(0, 1).toUpperCase()).join('')).toBe(levels);
});

test('every case says all that a report has to say', () => {
  for (const each of cases) {
    for (const field of ['name', 'reference', 'why', 'expected'] as const) expect(each[field]).toMatch(/\w/);
  }
});

test('every MUST quotes what binds a client', () => {
  const unquoted = cases.filter((each) => each.level === 'must' && clauses[each.case] === undefined);
  expect(unquoted.map((each) => each.case)).toEqual([]);
});
