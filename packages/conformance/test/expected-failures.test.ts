import { ok } from '@petstore/core';
import { expect, test } from 'vitest';
import { parseExpectedFailures } from '../src/run/expected-failures.ts';

test('the file of expected failures has the number of a case and a reason on each line, and comments', () => {
  const found = parseExpectedFailures('# of 2026\n11: it rounds # twice\r\n\n 36 # sent twice \n 9:é\n');
  expect(found.map((reasons) => Object.fromEntries(reasons))).toEqual(
    ok({ 11: 'it rounds # twice', 36: 'sent twice', 9: 'é' }),
  );
});

test.each([
  ['1: a\n99: none', 'line 2', '"99: none"', '11: the reason'],
  ['1 - a', 'line 1', '"1 - a"'],
  ['11', 'line 1', 'no reason', '"11: the reason"'],
  ['1: a\n\n11: ', 'line 3', 'no reason'],
  ['11: a\n11: b', 'line 2', 'case 11 again'],
  ['\u001b[31m', 'line 1', '"\\u001b[31m"'],
])('a file of expected failures with %j is refused', (text, ...names) => {
  const found = parseExpectedFailures(text);
  for (const name of names) expect(found).toMatchObject({ error: expect.stringContaining(name) as string });
});
