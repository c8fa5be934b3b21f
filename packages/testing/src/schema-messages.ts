import { createFieldSchemas, describePath, err, ok, selectIssue, stringifyJson, type Result } from '@petstore/core';
import * as z from 'zod/mini';

/*
 * Schemas and messages for what people write by hand: scripts, sessions, the answers of an adapter. Unlike `parseOptions` of core, a
 * message shows the wrong value. Do not use them for keys.
 */
export const { integer, mustBe, oneOf, strictObject } = createFieldSchemas(describeValue);

/** Writes a value for a message, at most 60 characters of it. */
function describeValue(input: unknown): string {
  if (typeof input === 'function') return 'a function';
  const text = typeof input === 'number' || typeof input === 'symbol' ? String(input) : tryStringify(input);
  if (text === undefined) return 'an object that cannot be written as JSON';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function writesAsJson(rule: string) {
  return z.refine((value: unknown) => tryStringify(value) !== undefined, { error: mustBe(rule) });
}

/** Writes a value as JSON; `undefined` if it cannot be written, as a cycle. */
function tryStringify(value: unknown): string | undefined {
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
