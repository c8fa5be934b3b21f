import { errAsync, okAsync } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { isConflict, outcomeOf } from './query-failure.ts';

const answers = () => okAsync();
const isSilent = () => errAsync('no answer');
const driverError = (fields: { readonly code?: string; readonly severity?: string }) =>
  Object.assign(new Error('failed'), fields);

describe('the outcome of a statement that failed', () => {
  test.each([
    ['an ERROR, even if the session then ends', { code: '23514', severity: 'ERROR' }, isSilent],
    ['an ERROR whose code has 08 or XX inside', { code: '22008', severity: 'ERROR' }, isSilent],
    ['an ERROR in another language, if the session goes on', { code: '23514', severity: 'FEHLER' }, answers],
    ['an answer without a code, if the session goes on', { severity: 'FEHLER' }, answers],
  ])('is rolled-back after %s', async (_what, error, ping) => {
    expect(await outcomeOf(driverError(error), ping)).toBe('rolled-back');
  });

  test.each([
    ['no answer of the database', { code: 'ECONNRESET' }],
    ['a FATAL', { code: '23514', severity: 'FATAL' }],
    ['a PANIC', { code: '23514', severity: 'PANIC' }],
    ['a broken connection', { code: '08006', severity: 'ERROR' }],
    ['a shutdown', { code: '57P01', severity: 'ERROR' }],
    ['an unknown completion', { code: '40003', severity: 'ERROR' }],
    ['an internal error', { code: 'XX000', severity: 'ERROR' }],
  ])('is unknown after %s, even if a pooler sends the next statement', async (_what, error) => {
    expect(await outcomeOf(driverError(error), answers)).toBe('unknown');
  });

  test('is unknown after a FATAL in another language, which ends the session', async () => {
    expect(await outcomeOf(driverError({ code: '23514', severity: 'FATAAL' }), isSilent)).toBe('unknown');
  });
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
