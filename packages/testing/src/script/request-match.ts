import { createInt64Schema, toInt64, type Int64 } from '@petstore/core';
import * as z from 'zod/mini';
import { mustBe, strictObject, writesAsJson } from '../schema-messages.ts';

/** The conditions of a step. A request must fulfil each of them that is given. */
export interface RequestMatch {
  /** The id in the path of a `getPet`. It may be one that no pet has. */
  readonly petId?: Int64 | undefined;
  /**
   * Parameters of the query, decoded. `{ status: 'sold' }` fits a query with this parameter and any others. `null` fits a query
   * without the parameter.
   */
  readonly query?: Readonly<Record<string, string | Int64 | null>> | undefined;
  /**
   * A part of the JSON body. `{ name: 'Rex' }` fits any body with this name and any other fields. Lists and other values must be
   * equal.
   */
  readonly body?: unknown;
}

/** The parts of a request that a `RequestMatch` is compared with. */
export interface MatchableRequest {
  /** `undefined` if the path has no id, or none that is an int64. */
  readonly petId: Int64 | undefined;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
  /** The decoded body; `undefined` if there is none, or if it is not JSON. */
  readonly body: unknown;
}

const parameterRule = 'a string, an integer, or null for a parameter that must be absent';

function isParameter(value: unknown): boolean {
  return typeof value === 'string' || value === null || typeof value === 'bigint' || Number.isSafeInteger(value);
}

export const requestMatchSchema = strictObject({
  petId: z.optional(createInt64Schema(mustBe('an integer from -2^63 to 2^63-1'))),
  query: z.optional(
    z.record(z.string(), z.custom<string | Int64 | null>(isParameter, { error: mustBe(parameterRule) }), {
      error: mustBe('an object of parameters by name'),
    }),
  ),
  body: z.optional(z.any().check(writesAsJson('a JSON value'))),
});

/** Whether a request fulfils the conditions of a step. */
export function matchesRequest(match: RequestMatch, request: MatchableRequest): boolean {
  if (match.petId !== undefined && match.petId !== request.petId) return false;
  const parameters = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(match.query ?? {})) {
    const sent = parameters.getAll(name);
    if (value === null ? sent.length > 0 : !sent.includes(String(value))) return false;
  }
  return match.body === undefined || isPartOf(match.body, request.body);
}

/** Whether an object has all fields of another one. Other values must be equal. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && part.length === whole.length && part.every((item, index) => isPartOf(item, whole[index]))
    );
  }
  if (typeof part === 'object' && part !== null) {
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
    const fields: Readonly<Record<string, unknown>> = { ...whole };
    return Object.entries(part).every(([name, value]) => Object.hasOwn(fields, name) && isPartOf(value, fields[name]));
  }
  return (toInt64(part) ?? part) === whole;
}
