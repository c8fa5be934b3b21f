import { isBytes, maxTimeout, stringifyJson } from '@petstore/core';
import { tokenPattern, headerValuePattern, type OperationName, operations } from '@petstore/http';
import * as z from 'zod/mini';
import { cutsBody, faults, sendsResponse, type Fault } from './faults.ts';
import { rawResponseSchema, type RawResponse } from './raw-response.ts';
import { requestMatchSchema, type RequestMatch } from './request-match.ts';
import { integer, mustBe, oneOf, strictObject, writesAsJson } from '../schema-messages.ts';

/** What happens to the next requests of an operation. With `times` alone, they are answered normally. */
export interface ScriptStep {
  /** The operation of its requests; any operation by default. */
  readonly operation?: OperationName | undefined;
  /** Conditions that its requests must fulfil; none by default. */
  readonly match?: RequestMatch | undefined;
  /** How many requests it is for; 1 by default. */
  readonly times?: number | undefined;
  /**
   * `before`, the default: a `respond`, a `raw` or a fault without a response comes after the `delay` in place of the operation, so
   * nothing is created. `after`: the operation runs, then the `delay` passes, and the response of the operation is replaced:
   * "created, but the response was lost".
   */
  readonly when?: 'before' | 'after' | undefined;
  /** The response to send instead of the operation's own. */
  readonly respond?: ScriptedResponse | undefined;
  /** The response to write instead, byte for byte. */
  readonly raw?: RawResponse | undefined;
  /** What goes wrong on the connection. */
  readonly fault?: Fault | undefined;
  /** How long to wait before the head of the response, in milliseconds; 0 by default. */
  readonly delay?: number | undefined;
  /**
   * How long to wait between the head and the body, in milliseconds; 0 by default. For DRIBBLE, how long between two bytes; 10 by
   * default.
   */
  readonly bodyDelay?: number | undefined;
  /** How many bytes of the body to send per second, from 1 on; unlimited by default. */
  readonly bytesPerSecond?: number | undefined;
}

/** A response of a script. */
export interface ScriptedResponse {
  /** The status code, 200 to 599. */
  readonly status: number;
  /**
   * The header fields by name. The server sets Content-Length and Transfer-Encoding itself. `Connection: close` closes the connection
   * after the response.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A string, which is sent as it is, or a value to send as JSON. By default, an error status has an Error body. */
  readonly body?: unknown;
}

const framing = ['content-length', 'transfer-encoding', 'connection'];

const headersSchema = z
  .record(z.string(), z.string({ error: mustBe('a string') }), { error: mustBe('an object of strings by name') })
  .check(({ value, issues }) => {
    for (const [name, text] of Object.entries(value)) {
      const message = findHeaderError(name, text);
      if (message !== undefined) issues.push({ code: 'custom', input: text, path: [name], message });
    }
  });

function findHeaderError(name: string, text: string): string | undefined {
  if (!tokenPattern.test(name)) return 'is not possible: the name of a header is a token, such as Retry-After';
  if (name.toLowerCase() === 'connection' && text.toLowerCase() === 'close') return undefined;
  if (framing.includes(name.toLowerCase()))
    return 'is not possible: the server sets it (only Connection: close is possible; raw writes any head)';
  if (name.toLowerCase() === 'trailer') return 'is not possible: a response has no trailers';
  return text === '' || headerValuePattern.test(text) ? undefined : 'must be printable ASCII';
}

const responseSchema = z.pipe(
  strictObject({
    status: integer(200, 599),
    headers: z.optional(headersSchema),
    body: z.optional(
      z.any().check(
        z.refine((body) => !isBytes(body), {
          error: 'must be a string or a JSON value: send bytes with raw',
          abort: true, // the JSON of many bytes would take seconds
        }),
        writesAsJson('a string or a JSON value'),
      ),
    ),
  }).check(
    z.refine(({ status, body }) => body === undefined || (status !== 204 && status !== 205 && status !== 304), {
      error: 'must have no body: a response of status 204, 205 or 304 has none',
    }),
  ),
  z.transform(writeBody),
);

/** A response with its body as text. */
export interface CheckedResponse extends ScriptedResponse {
  readonly body?: string | undefined;
}

/** Writes a JSON body now: the caller may change the value later. */
function writeBody({ body, headers = {}, status }: ScriptedResponse): CheckedResponse {
  if (body === undefined || typeof body === 'string') return { status, headers, body };
  return { status, headers: addDefaults(headers, { 'Content-Type': 'application/json' }), body: stringifyJson(body) };
}

/** Adds default header fields. A given field, in any case of letters, replaces its default. */
export function addDefaults(
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const others = Object.entries(defaults).filter(([name]) => !given.includes(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...headers };
}

/** The schema of a `ScriptStep`, with the defaults. */
export const scriptStepSchema = strictObject({
  operation: z.optional(oneOf(operations.map(({ name }) => name))),
  match: z.optional(requestMatchSchema),
  times: z._default(integer(1, 1_000_000), 1),
  when: z._default(oneOf(['before', 'after']), 'before'),
  respond: z.optional(responseSchema),
  raw: z.optional(rawResponseSchema),
  fault: z.optional(oneOf(faults)),
  delay: z._default(integer(0, maxTimeout), 0),
  bodyDelay: z.optional(integer(0, maxTimeout)),
  bytesPerSecond: z.optional(integer(1, 1_000_000_000)),
}).check(({ value, issues }) => {
  const message = findContradiction(value);
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});

function findContradiction(step: ScriptStep): string | undefined {
  const { operation: name, match = {}, fault, respond, raw, bodyDelay, bytesPerSecond } = step;
  const operation = operations.find((known) => known.name === name);
  const hasPetId = operation === undefined || operation.path.includes('{petId}');
  const hasRequestBody = operation === undefined || operation.requestBody !== undefined;
  const rules: readonly [holds: boolean, rule: string][] = [
    [match.petId === undefined || hasPetId, `a match.petId: ${name} has none in its path`],
    [match.body === undefined || hasRequestBody, `a match.body: ${name} has none`],
    [raw === undefined || respond === undefined, 'respond beside raw: each is the whole response'],
    [raw === undefined || fault === undefined, 'a fault beside raw: end says what becomes of the connection'],
    [raw === undefined || bodyDelay === undefined, 'bodyDelay beside raw: gap is the pause between its pieces'],
    [
      raw === undefined || bytesPerSecond === undefined,
      'bytesPerSecond beside raw: gap is the pause between its pieces',
    ],
    [sendsResponse(fault) || respond === undefined, `respond: ${fault} sends none`],
    [sendsResponse(fault) || bodyDelay === undefined, `bodyDelay: ${fault} sends no such body`],
    [sendsResponse(fault) || bytesPerSecond === undefined, `bytesPerSecond: ${fault} sends no such body`],
    [fault !== 'DRIBBLE' || bytesPerSecond === undefined, 'bytesPerSecond: DRIBBLE sends a byte each bodyDelay'],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken !== undefined) return `must not have ${broken[1]}`;
  if (cutsBody(fault) && respond !== undefined) {
    const hasNoBody = respond.body === '' || (respond.body === undefined && respond.status < 400); // an error has one by default
    if (hasNoBody) return `must have a body to respond: ${fault} sends half of it`;
  }
  if (fault === 'DRIBBLE' && bodyDelay === 0) return 'must have a bodyDelay from 1 on: DRIBBLE waits between two bytes';
  return undefined;
}

/** A step with its defaults. */
export type CheckedStep = z.output<typeof scriptStepSchema>;

export const scriptSchema = z
  .array(scriptStepSchema, { error: mustBe('a list of steps') })
  .check(z.maxLength(1_000, { error: 'must have at most 1000 steps' }));
