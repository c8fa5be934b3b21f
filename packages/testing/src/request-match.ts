import { toInt64, type Int64 } from '@petstore/core';
import * as z from 'zod';
import { jsonOf, mustBe, strictObject } from './schema-messages.ts';

/** What a request must be like. What is left out does not matter. */
export interface RequestMatch {
  /** The id in the path of a `getPet`: an integer, also one that no pet has. */
  readonly petId?: Int64 | undefined;
  /**
   * The parameters of the query, decoded: `{ status: 'sold' }` fits a query that has this one, perhaps beside others. `null` fits a
   * query without the parameter.
   */
  readonly query?: Readonly<Record<string, string | Int64 | null>> | undefined;
  /**
   * A part of the JSON body: `{ name: 'Rex' }` fits each body with this name, whatever else it has. Lists and other values must be
   * equal.
   */
  readonly body?: unknown;
}

/** What a {@link RequestMatch} looks at. */
export interface MatchableRequest {
  /** Absent if the path has none, or none that is an int64. */
  readonly petId: Int64 | undefined;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
  /** The body, decoded; `undefined` if there is none, or no JSON. */
  readonly body: unknown;
}

const int64Rule = 'an integer from -2^63 to 2^63-1';

const int64Schema = z
  .any()
  .transform((input: unknown, { issues }): Int64 => {
    const integer = toInt64(input);
    if (integer !== undefined) return integer;
    issues.push({ code: 'custom', input, message: mustBe(int64Rule)({ input }) });
    return z.NEVER;
  })
  .meta({ type: 'integer', format: 'int64' });

const parameterRule = 'a text, an integer, or null for a parameter that must be absent';

function isParameter(value: unknown): boolean {
  return typeof value === 'string' || value === null || typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** The schema of a {@link RequestMatch}. */
export const requestMatchSchema = strictObject({
  petId: int64Schema.optional(),
  query: z
    .record(
      z.string(),
      z.custom<string | Int64 | null>(isParameter, { error: mustBe(parameterRule) }).meta({
        type: ['string', 'integer', 'null'],
      }),
      { error: mustBe('an object of parameters by name') },
    )
    .optional(),
  body: z
    .any()
    .refine((body) => body === undefined || jsonOf(body) !== undefined, { error: mustBe('a JSON value') })
    .optional(),
});

/** Whether a request is as a match says. */
export function fits(match: RequestMatch, request: MatchableRequest): boolean {
  if (match.petId !== undefined && match.petId !== request.petId) return false;
  const parameters = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(match.query ?? {})) {
    const sent = parameters.getAll(name);
    if (value === null ? sent.length > 0 : !sent.includes(String(value))) return false;
  }
  return match.body === undefined || isPartOf(match.body, request.body);
}

/** Whether every field of an object is in another one; any other value must be equal. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && part.length === whole.length && part.every((item, place) => isPartOf(item, whole[place]))
    );
  }
  if (typeof part === 'object' && part !== null) {
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
    const fields: Readonly<Record<string, unknown>> = { ...whole };
    return Object.entries(part).every(([name, value]) => Object.hasOwn(fields, name) && isPartOf(value, fields[name]));
  }
  return (toInt64(part) ?? part) === whole;
}
