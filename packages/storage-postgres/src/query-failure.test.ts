import { expect, test } from 'vitest';
import {
  createQueryFailure,
  determineOutcome,
  isConflict,
  isPreparedInVain,
  keepsConnection,
} from './query-failure.ts';

const driverError = (fields: { readonly code?: string; readonly severity?: string }) =>
  Object.assign(new Error('failed'), fields);

test.each<[what: string, error: Parameters<typeof driverError>[0], outcome: string]>([
  ['an ERROR', { code: '53100', severity: 'ERROR' }, 'rolled-back'],
  ['an ERROR whose code has 08 or XX inside', { code: '22008', severity: 'ERROR' }, 'rolled-back'],
  ['a wrong value in another language', { code: '23514', severity: 'FEHLER' }, 'rolled-back'],
  ['a conflict in another language', { code: '40001', severity: 'FEHLER' }, 'rolled-back'],
  ['a time limit of the server in another language', { code: '57014', severity: 'FEHLER' }, 'rolled-back'],
  ['a trigger in another language', { code: 'P0001', severity: 'FEHLER' }, 'rolled-back'],
  ['no answer of the database', { code: 'ECONNRESET' }, 'unknown'],
  ['a FATAL', { code: '23514', severity: 'FATAL' }, 'unknown'],
  ['a PANIC', { code: '23514', severity: 'PANIC' }, 'unknown'],
  ['a PANIC in another language', { code: '58030', severity: 'PANIK' }, 'unknown'],
  ['an answer in another language without a code', { severity: 'FEHLER' }, 'unknown'],
  ['a broken connection', { code: '08006', severity: 'ERROR' }, 'unknown'],
  ['a shutdown', { code: '57P01', severity: 'ERROR' }, 'unknown'],
  ['an unknown completion', { code: '40003', severity: 'ERROR' }, 'unknown'],
  ['an internal error', { code: 'XX000', severity: 'ERROR' }, 'unknown'],
])('after %s, %o, the outcome of a statement is %s', (_what, error, outcome) => {
  expect(determineOutcome(driverError(error))).toBe(outcome);
});

test.each([
  ['40001', 'rolled-back', true],
  ['40P01', 'rolled-back', true],
  ['23514', 'rolled-back', false],
  ['40001', 'unknown', false],
  ['40001', 'not-sent', false],
] as const)('a failure with the code %s that is %s is a conflict: %s', (code, outcome, expected) => {
  expect(isConflict({ outcome, error: driverError({ code, severity: 'ERROR' }) })).toBe(expected);
});

test.each(['26000', '42P05', '0A000', '42804', '42883'])(
  'after the code %s, the prepared statement did not run',
  (code) => {
    const failure = createQueryFailure('rolled-back', driverError({ code, severity: 'ERROR' }), 'PostgreSQL');
    expect(isPreparedInVain(failure)).toBe(true);
  },
);

test.each([
  ['23514', 'ERROR', true],
  ['25006', 'ERROR', false], // the server is a standby
  ['57P01', 'FATAL', false],
])('after the code %s with the severity %s, the connection is kept: %s', (code, severity, expected) => {
  expect(keepsConnection(driverError({ code, severity }))).toBe(expected);
});
