// No other case than its own and the listed ones detects the first mistake of a case. One client makes several of these mistakes at once.
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { rightTransport } from './exchange.ts';
import type { Mistake } from './mistakes.ts';
import type { Parts } from './right-client.ts';
import { expectDetected, expectVerdicts, findUnexpected, checkWith, mistakes } from './wrong-clients.ts';

/** The mistakes of each client, up to six. They change different parts of it, and different cases detect them. */
const clients: Mistake[][] = [];
for (const mistake of mistakes.filter((each, index) => mistakes.findIndex((one) => one.case === each.case) === index)) {
  const isApart = (other: Mistake) => !claims(mistake).some((each) => claims(other).includes(each));
  const client = clients.find((each) => each.length < 6 && each.every(isApart));
  if (client === undefined) clients.push([mistake]);
  else client.push(mistake);
}

/** What no other mistake of its client may have: the cases that detect it, and the parts that it changes or does not use. */
function claims({ case: own, alsoFails, notExercised = [], make }: Mistake): readonly (number | string)[] {
  const parts = Object.keys(make());
  const unused = parts.includes('exchange') ? [...Object.keys(rightTransport), 'textOf'] : [];
  return [own, ...alsoFails, ...notExercised, ...parts, ...unused];
}

describe.concurrent('no other case detects a client with the mistakes', () => {
  for (const client of clients) {
    test(`of the cases ${client.map((mistake) => mistake.case).join()}`, async () => {
      const checks = await checkWith(() => Object.assign({}, ...client.map(({ make }) => make())) as Partial<Parts>);
      const wanted = client.map(expectVerdicts);
      expect(
        findUnexpected(
          checks,
          (check) => wanted.map((each) => each(check)).find((verdict) => verdict !== 'pass') ?? 'pass',
        ),
      ).toEqual([]);
    });
  }
});

describe.concurrent('no case of the other mistakes of its client detects a client that', () => {
  for (const client of clients) {
    for (const mistake of client) {
      const others = client.filter((each) => each !== mistake).flatMap(claims);
      test(`${mistake.mistake} (${mistake.case})`, () =>
        expectDetected(
          mistake,
          cases.filter((each) => others.includes(each.case)),
        ));
    }
  }
});
