import { stringifyJson } from '../json.ts';

/**
 * One sentence of a contract as a check that any test runner can run: `run` resolves where the subject keeps it and
 * rejects with the reason where it does not.
 *
 * @typeParam Subject what is checked: a storage or a pet store, under whatever the check needs to open it
 */
export interface Check<Subject> {
  /** The sentence, to name the test after. */
  readonly name: string;
  /** Checks it against subjects that it opens anew, and closes again. */
  run(subject: Subject): Promise<void>;
}

/** Rejects a subject that does not keep a contract. */
export function expectThat(condition: boolean, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint);
}

/** Rejects where two values differ, whatever the order of their fields. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [actualText, expectedText] = [describe(actual), describe(expected)];
  expectThat(actualText === expectedText, `${what}: expected ${expectedText}, got ${actualText}`);
}

/**
 * Writes a value as JSON with exact integers and its fields in alphabetical order: equal values have equal texts, and
 * a `bigint` that should be a `number`, for an Int64 has one form, has a text of its own.
 */
export function describe(value: unknown): string {
  return value === undefined ? 'undefined' : stringifyJson(sortFields(value));
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return { bigint: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    fields.map(([key, field]) => [key, sortFields(field)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
