import { unwrap } from '@petstore/core';
import type { CaseStore } from '../harness/case-store.ts';
import type { Trial } from '../harness/trial.ts';
import { pass, type Observation } from '../observation/observation.ts';
import { checkThatItReads, findPlainError } from './baseline.ts';
import type { ConformanceCase, Dialogue, Exchange, Row } from './conformance-case.ts';
import { storeWithRex } from './samples.ts';

/** Plays a case: what the client must be able to do, its table, and then its code. */
export async function playCase(trial: Trial, { requires, rows, observe }: ConformanceCase): Promise<Observation> {
  if (requires !== undefined) {
    const required = await trial.observeInTurn(() => requires(trial));
    if (required.kind !== 'pass') return required;
  }
  return trial.observeInTurn(
    ...(rows === undefined ? [] : [() => playRows(trial, rows)]),
    ...(observe === undefined ? [] : [() => observe(trial)]),
  );
}

/** Plays rows, one after the other, up to the first that decides against the client. */
export function playRows(trial: Trial, rows: readonly Row[]): Promise<Observation> {
  return trial.observeEach(rows, (row) => playDialogue(trial, 'calls' in row ? row : { ...row, calls: [row] }));
}

async function playDialogue(
  trial: Trial,
  { store: setup = storeWithRex, elsewhere: otherSetup, calls }: Dialogue,
): Promise<Observation> {
  for (const { expect, call } of calls) {
    const unreadable = expect?.isMetByFailing === true ? await checkThatItReads(trial, call[0]) : undefined;
    if (unreadable !== undefined) return unreadable;
  }
  const elsewhere = otherSetup && trial.open(otherSetup);
  const store = trial.open(setup);
  let observation = pass('There was nothing to expect.');
  for (const exchange of calls) {
    observation = await playExchange(trial, store, elsewhere ?? store, exchange);
    if (observation.kind !== 'pass') break;
  }
  return observation;
}

async function playExchange(
  trial: Trial,
  store: CaseStore,
  elsewhere: CaseStore,
  { call, response, meanwhile, expect, options }: Exchange,
): Promise<Observation> {
  const [operation, args] = call;
  const plainError = expect?.plainErrorOf && (await findPlainError(trial, call, expect.plainErrorOf));
  if (meanwhile !== undefined) await unwrap(store.petStore.createPet(meanwhile));
  const before = { sent: store.requests(operation).length, misdirected: trial.misdirected().length };
  const result = await store.call(operation, args, {
    ...options,
    response: typeof response === 'function' ? response(elsewhere) : response,
  });
  if (expect === undefined) return pass('It prepares the next call.');
  return expect.judge({
    call,
    result,
    store,
    elsewhere,
    connection: trial.facts().connection,
    sent: store.requests(operation).slice(before.sent),
    misdirected: trial.misdirected().slice(before.misdirected),
    ...(plainError && { plainError }),
  });
}
