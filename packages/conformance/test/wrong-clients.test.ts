// Each case has a mistake that it detects, and it detects the variants of the mistake. wrong-clients.system.test.ts also shows that no
// other case detects the first mistake of a case.
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { Failure } from './exchange.ts';
import { right, type Parts } from './right-client.ts';
import { variants } from './variants.ts';
import { expectDetected, findUnexpected, checkWith, mismatchVerdicts, mistakes } from './wrong-clients.ts';

test('there is a mistake for every case', () => {
  const numbers = [...new Set(mistakes.map((mistake) => mistake.case))];
  expect(numbers.sort((one, other) => one - other)).toEqual(cases.map((each) => each.case));
});

test('a call whose request never arrived is made again', async () => {
  let isLost = true;
  const join: Parts['join'] = (...parts) => {
    if (!isLost) return right.join(...parts);
    isLost = false;
    throw new Failure({ kind: 'transport', outcome: 'unknown', message: 'The connection was closed.' });
  };
  const some = cases.filter((each) => each.case === 3);
  expect(findUnexpected(await checkWith(() => ({ join }), some), () => 'pass')).toEqual([]);
  expect(isLost).toBe(false);
});

describe.concurrent('its cases detect a client that', () => {
  for (const mistake of mistakes) {
    const judging = [mistake.case, ...mistake.alsoFails];
    const own = cases.filter((each) => judging.includes(each.case));
    test(`${mistake.mistake} (${mistake.case})`, () => expectDetected(mistake, own));
  }
});

describe.concurrent('its case also detects a client that', () => {
  for (const { case: number, mistake, make } of variants) {
    test(`${mistake} (${number})`, async () => {
      const own = cases.filter((each) => each.case === number);
      expect(findUnexpected(await checkWith(make, own), ({ level }) => mismatchVerdicts[level])).toEqual([]);
    });
  }
});
