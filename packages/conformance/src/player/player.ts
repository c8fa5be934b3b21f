import { checkThatItReads, findPlainError } from './baseline.ts';
import { forEver } from '../cases/responses.ts';
import { storeWithRex } from '../cases/sample-pets.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Exchange } from './exchange.ts';
import type { Harness } from '../harness/harness.ts';
import { type Observation } from '../observation.ts';

/** Plays a case: its table, and then its code. */
export function playCase(
  harness: Harness,
  { exchanges, observe }: Pick<ConformanceCase, 'exchanges' | 'observe'>,
): Promise<Observation> {
  const parts = [
    ...(exchanges === undefined ? [] : [() => playExchanges(harness, exchanges)]),
    ...(observe === undefined ? [] : [() => observe(harness)]),
  ];
  return harness.observeInTurn(...parts);
}

/** Plays exchanges, one after the other, up to the first that decides against the client. */
export function playExchanges(harness: Harness, exchanges: readonly Exchange[]): Promise<Observation> {
  return harness.observeEach(exchanges, (exchange) => playExchange(harness, exchange));
}

async function playExchange(harness: Harness, { call, response, expect, options }: Exchange): Promise<Observation> {
  const [operation, args] = call;
  if (expect.isMetByFailing === true) {
    const unreadable = await checkThatItReads(harness, operation);
    if (unreadable !== undefined) return unreadable;
  }
  const plainError = expect.plainErrorOf && (await findPlainError(harness, call, expect.plainErrorOf));
  const steps = response === undefined ? [] : [{ ...response, operation, times: forEver }];
  const session = harness.open({ ...storeWithRex, steps });
  const result = await session.call(operation, args, options);
  return expect.judge({ call, result, session, ...(plainError && { plainError }) });
}
