import { err, selectIssue, findNearName, ok, type Result, stringifyJson, describeUnknownField } from '@petstore/core';
import * as z from 'zod';

/** Makes a message for zod: what the value must be, and what it is. */
export function mustBe(rule: string) {
  return ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is required: ${rule}` : `must be ${rule}, not ${shown(input)}`;
}

/** Makes the schema of an object without other fields. Its message names a field that is unknown. */
export function strictObject<Shape extends z.core.$ZodShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? describeUnknownField(String(issue.keys[0]), names)
        : mustBe(`an object with ${names.join(', ')}`)(issue),
  });
}

/** Makes the schema of one of some texts. Its message names the one that was probably meant. */
export function oneOf<Name extends string>(names: readonly Name[]) {
  return z.enum(names, {
    error: (issue) => {
      const near = typeof issue.input === 'string' ? findNearName(issue.input, names) : undefined;
      return `${mustBe(`one of ${names.join(', ')}`)(issue)}${near === undefined ? '' : ` (did you mean "${near}"?)`}`;
    },
  });
}

/** Makes the schema of an integer within bounds. */
export function integer(least: number, most: number) {
  const error = mustBe(`an integer from ${least} to ${most}`);
  return z.int({ error, abort: true }).min(least, { error }).max(most, { error });
}

function shown(input: unknown): string {
  if (typeof input === 'function') return 'a function';
  const text = typeof input === 'number' || typeof input === 'symbol' ? String(input) : jsonOf(input);
  if (text === undefined) return 'an object that cannot be written as JSON';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Writes a value as JSON; `undefined` if it cannot be written, such as a cycle. */
export function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  try {
    return stringifyJson(value);
  } catch {
    return undefined;
  }
}

/**
 * Checks a value.
 *
 * @param subject what the value is, such as `script`; without one, a message begins with the wrong field, or with `It`
 * @returns the output of the schema; for a wrong value, a sentence that begins with the place of the mistake, such as
 *   `script[0].fault`, and says what is possible
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, subject = ''): Result<T, string> {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return ok(data);
  const { path, message } = selectIssue(error);
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return err(`${`${subject}${place}`.replace(/^\./, '') || 'It'} ${message}.`);
}
