import * as z from 'zod/mini';
import { integer, strictObject } from '../field-schemas.ts';
import { stringifyJson } from '../json.ts';
import { anyFunction, maxTimeout, parseOptions } from '../parse-options.ts';
import { isError } from '../realms.ts';
import { isResult, type AnyResult } from '../unwrap.ts';

/**
 * One sentence of a contract as a check that any test runner can run.
 *
 * @typeParam Fixture how to open what is checked: a storage or a pet store
 */
export interface Check<Fixture> {
  /** The sentence, to name the test after. */
  readonly name: string;
  /**
   * Opens what the fixture opens, checks it and closes it.
   *
   * @returns a promise. If the check fails, it rejects with an Error that names the check, the expected and the actual value
   */
  run(fixture: Fixture): Promise<void>;
}

/** Makes a `Check`. Whatever the behaviour throws becomes an Error that names the check. */
export function createCheck<Fixture>(name: string, behaviour: (fixture: Fixture) => Promise<void>): Check<Fixture> {
  return {
    name,
    async run(fixture) {
      try {
        parseOptions(fixtureSchema, fixture);
        await behaviour(fixture);
      } catch (cause) {
        throw new Error(`${name}: ${describeError(cause)}`, { cause });
      }
    },
  };
}

/** The fields of the fixtures. A misspelt one is refused: a check that it leaves out would pass. */
const fixtureSchema = strictObject({
  open: anyFunction(),
  openBroken: z.optional(anyFunction()),
  runs: z.optional(integer(1, maxTimeout)),
});

/** Joins the messages of an error and of its causes, the innermost first: fast-check throws an Error with what failed as its cause. */
function describeError(thrown: unknown): string {
  if (!isError(thrown)) return format(thrown);
  return thrown.cause === undefined ? thrown.message : `${describeError(thrown.cause)}\n${thrown.message}`;
}

function fail(what: string, expected: string, actual: string): never {
  throw new Error(`${what}: expected ${expected}, got ${actual}`);
}

/** Throws unless two values are equal. The order of their fields does not count. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [actualText, expectedText] = [format(actual), format(expected)];
  if (actualText !== expectedText) fail(what, expectedText, actualText);
}

/** Throws unless a call returned a Result. A storage without types may return anything. */
function expectResult(result: unknown, call: string): void {
  if (!isResult(result)) fail(call, 'a ResultAsync, such as okAsync and errAsync of petstore-kit make', format(result));
}

/** Returns the value of a call. Throws if the call failed. */
export function expectOk<T>(result: AnyResult<T, unknown>, call: string): T {
  expectResult(result, call);
  if ('error' in result) fail(call, 'an Ok', `the Err ${format(result.error)}`);
  return result.value;
}

/** Returns the error of a call. Throws unless the call failed with an error of this code. */
export function expectError<E extends { readonly code: string }>(
  result: AnyResult<unknown, E>,
  code: string,
  call: string,
): E {
  expectResult(result, call);
  if (!('error' in result)) fail(call, `the error ${code}`, `the value ${format(result.value)}`);
  if (result.error.code !== code) fail(call, `the error ${code}`, `the Err ${format(result.error)}`);
  return result.error;
}

/** Throws unless an id is a safe integer above an earlier id. */
export function expectIdAbove(earlier: number, id: unknown): void {
  if (!Number.isSafeInteger(id) || Number(id) <= earlier)
    fail('the new id', `a safe integer above ${earlier}`, format(id));
}

/**
 * Writes a value as JSON. Equal values have equal texts: the fields are in alphabetical order, and integers are exact.
 *
 * - `5n` and `5` differ: an Int64 has one form. So do an absent field and one that is `undefined`.
 * - The text of an error includes its name and its message, which JSON would leave out.
 */
export function format(value: unknown): string {
  return value === undefined ? 'undefined' : stringifyJson(sortFields(value));
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (value === undefined) return { undefined: true };
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return { bigint: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  const fields: (readonly [string, unknown])[] = Object.entries(value);
  if (isError(value)) fields.push(['error', String(value)]);
  return Object.fromEntries(
    fields.map(([key, field]) => [key, sortFields(field)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
