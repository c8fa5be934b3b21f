import { clearTimeout, setTimeout } from '@petstore/http-node';
import { slowestFirst } from '../cases/cases.ts';
import type { ConformanceCase, Level } from '../player/conformance-case.ts';
import type { Caller } from '../harness/caller.ts';
import type { Harness } from '../harness/harness.ts';
import type { Trial } from '../harness/trial.ts';
import { harnessError, notSupported, type Observation } from '../observation/observation.ts';
import { playCase } from '../player/player.ts';
import { shorten } from '../observation/text.ts';
import type { CheckReport, Verdict } from '../report/report.ts';

interface CheckOptions {
  /** Returns the command that repeats the check of a case. */
  readonly repeat: (number: number) => string;
  readonly onCheck?: (check: CheckReport) => void;
  /** How late a timer of the run may fire in a case that judges by the clock, in milliseconds. */
  readonly maxLateness?: number;
}

/**
 * Spreads the cases over harnesses. Each harness judges one case after the other.
 *
 * @param harnesses the first one, and those that join when they are open; `undefined` for one that did not open
 */
export async function checkCases(
  [first, ...others]: readonly [Harness, ...Promise<Harness | undefined>[]],
  cases: readonly ConformanceCase[],
  { repeat, onCheck, maxLateness = 500 }: CheckOptions,
): Promise<readonly CheckReport[]> {
  const checks: CheckReport[] = [];
  const waiting = slowestFirst(cases.filter((each) => each.isLast !== true));
  const callers: Caller[] = [];
  const checkWith = async (harness: Harness, each: ConformanceCase) => {
    const trial = harness.begin(callers);
    const start = performance.now();
    const observation = await judgeCase(trial, each, maxLateness);
    const { violation } = trial.facts();
    const { kind, seen, context } = observation.kind === 'harness_error' ? observation : (violation ?? observation);
    const check = {
      ...describeCase(each, kind === 'mismatch' ? mismatchVerdicts[each.level] : kind),
      seen: shorten(harness.redact(context === undefined ? seen : `${context}: ${seen}`)),
      ...(context !== undefined && { context: harness.redact(context) }),
      seconds: Math.round(performance.now() - start) / 1000,
      ...trial.run.events.read(harness.redact),
      repeat: repeat(each.case),
    };
    onCheck?.(check);
    checks.push(check);
  };
  await Promise.all(
    [first, ...others].map(async (opening) => {
      const harness = await opening;
      if (harness === undefined) return;
      callers.push(harness.caller);
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) await checkWith(harness, each);
    }),
  );
  for (const each of cases) if (each.isLast === true) await checkWith(first, each);
  return checks.sort((one, other) => one.case - other.case);
}

async function judgeCase(trial: Trial, each: ConformanceCase, maxLateness: number): Promise<Observation> {
  const { needs, needsHttp11 = false, isAboutJson = false, isTimed = false } = each;
  if (needs !== undefined && !trial.run.capabilities.includes(needs)) {
    return notSupported(`The client does not have the capability ${needs}.`);
  }
  const stopMeasuring = isTimed ? measureLateness() : () => 0;
  const observation = await playCase(trial, each).catch((error: unknown) =>
    harnessError(`The run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  const lateness = stopMeasuring();
  if (lateness > maxLateness && observation.kind !== 'harness_error') {
    const sentence = `The machine is overloaded: a timer of the run fired ${lateness} ms too late. ${observation.seen}`;
    return { ...observation, kind: 'not_exercised', seen: sentence };
  }
  const { isHttp10, hasReturnedResponse } = trial.facts();
  if (needsHttp11 && isHttp10) return notSupported('The client speaks HTTP/1.0, which has no such response.');
  if (isAboutJson && hasReturnedResponse) return notSupported('The client returns the body and reads no JSON.');
  return observation;
}

/** How often the clock looks whether it is late, in milliseconds. */
const tick = 50;

/** Starts a timer again and again. Returns a function that stops this, and says how late it fired at most, in milliseconds. */
function measureLateness(): () => number {
  let last = performance.now();
  let latest = 0;
  const look = () => {
    latest = Math.max(latest, performance.now() - last - tick);
    last = performance.now();
    clearTimeout(timer); // the last look comes before its time
    timer = setTimeout(look, tick);
  };
  let timer = setTimeout(look, tick);
  return () => {
    look();
    clearTimeout(timer);
    return Math.round(latest);
  };
}

const mismatchVerdicts: Readonly<Record<Level, Verdict>> = { must: 'fail', should: 'warn', info: 'note' };

/** The order of the fields is that of the JSON report. */
export function describeCase(
  { case: number, name, level, reference, why, expected }: ConformanceCase,
  verdict: Verdict,
) {
  return { case: number, name, level, verdict, reference, why, expected };
}
