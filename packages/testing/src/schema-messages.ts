import {
  describePath,
  describeUnknownField,
  err,
  integer as createInteger,
  mustBe as describeMismatch,
  ok,
  type Result,
  selectIssue,
  stringifyJson,
} from '@petstore/core';
import * as z from 'zod';

/*
 * Schemas and messages for what people write by hand: scripts, sessions, the answers of an adapter. Unlike `parseOptions` of core, a
 * message shows the wrong value. Do not use them for keys.
 */

/** Makes a message for zod that says what the value must be and what it is. */
export function mustBe(rule: string) {
  return describeMismatch(rule, describeValue);
}

/** Makes the schema of an object without unknown fields. Its message names an unknown one. */
export function strictObject<Shape extends z.core.$ZodShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? describeUnknownField(String(issue.keys[0]), names)
        : mustBe(`an object with ${names.join(', ')}`)(issue),
  });
}

/** Makes the schema of one of several strings. */
export function oneOf<Name extends string>(names: readonly Name[]) {
  return z.enum(names, { error: mustBe(`one of ${names.join(', ')}`) });
}

/** Makes the schema of an integer within bounds. Its message shows a wrong value. */
export function integer(min: number, max: number) {
  return createInteger(min, max, '', mustBe);
}

/** Writes a value for a message, at most 60 characters of it. */
function describeValue(input: unknown): string {
  if (typeof input === 'function') return 'a function';
  const text = typeof input === 'number' || typeof input === 'symbol' ? String(input) : tryStringify(input);
  if (text === undefined) return 'an object that cannot be written as JSON';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Writes a value as JSON; `undefined` if it cannot be written, as a cycle. */
export function tryStringify(value: unknown): string | undefined {
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
 * @param subject the name of the value in the message, such as `script`; without one, the message begins with the field or `It`
 * @returns the output of the schema; for a wrong value, an Err with a sentence that begins with the path of the mistake, such as
 *   `script[0].fault`, and says what is possible
 */
export function parseInput<T>(schema: z.core.$ZodType<T>, value: unknown, subject = ''): Result<T, string> {
  const { data, error } = z.safeParse(schema, value);
  if (error === undefined) return ok(data);
  const { path, message } = selectIssue(error);
  return err(`${describePath(subject === '' ? path : [subject, ...path]) || 'It'} ${message}.`);
}
