import { maxTimeout, stringifyJson } from '@petstore/core';
import { isBytes, isHeaderName, isHeaderValue, type OperationName, operations } from '@petstore/http';
import * as z from 'zod';
import { cutsBody, faults, sendsReply, type Fault } from './faults.ts';
import { rawResponseSchema, type RawResponse } from './raw-response.ts';
import { requestMatchSchema, type RequestMatch } from './request-match.ts';
import { integer, jsonOf, mustBe, oneOf, strictObject } from './schema-messages.ts';

/** What becomes of the next requests of an operation. A step with `times` alone lets them be answered normally. */
export interface ScriptStep {
  /** The operation whose requests it is for; each operation if it is left out. */
  readonly operation?: OperationName | undefined;
  /** The requests that it is for, by what they ask for; each one if it is left out. */
  readonly match?: RequestMatch | undefined;
  /** How many requests it is for; 1 by default. */
  readonly times?: number | undefined;
  /**
   * Whether `respond`, `fault` and `delay` come before the operation takes effect, which is the default, or after. A reply that
   * comes before takes the place of the operation: nothing is created. `after` is for "created, but the answer was lost".
   * If nothing takes the place of its reply, the operation takes effect in either case.
   */
  readonly when?: 'before' | 'after' | undefined;
  /** The response to send instead of the operation's own. */
  readonly respond?: ScriptedResponse | undefined;
  /** The response to write instead, byte for byte. */
  readonly raw?: RawResponse | undefined;
  /** What goes wrong on the wire. */
  readonly fault?: Fault | undefined;
  /** How long to wait before the head of the response, in milliseconds; 0 by default. */
  readonly delay?: number | undefined;
  /**
   * How long to wait between the head and the body, in milliseconds; 0 by default. Of a DRIBBLE, how long between two bytes;
   * 10 by default.
   */
  readonly bodyDelay?: number | undefined;
  /** How many bytes of the body to send in a second, from 1 on; as fast as possible by default. Of a `raw` response, of all its bytes. */
  readonly bytesPerSecond?: number | undefined;
  /** How likely the step is for each of its requests, from 0 to 1; it needs a `seed`. `times` also counts those that it spares. */
  readonly probability?: number | undefined;
  /** The seed of the random numbers for `probability`: the same one makes the same choices. */
  readonly seed?: number | undefined;
}

/** A response of a script. */
export interface ScriptedResponse {
  /** The status code, 200 to 599. */
  readonly status: number;
  /**
   * The header fields by name. The server sets those of the framing: Content-Length and Transfer-Encoding. `Connection: close` is
   * possible, and closes the connection after the response.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A text, which is sent as it is, or a value to send as JSON. By default, an error status has an Error body. */
  readonly body?: unknown;
}

const framing = ['content-length', 'transfer-encoding', 'connection'];

const headersSchema = z
  .record(z.string(), z.string({ error: mustBe('a text') }), { error: mustBe('an object of texts by name') })
  .check(({ value, issues }) => {
    for (const [name, text] of Object.entries(value)) {
      const message = headerError(name, text);
      if (message !== undefined) issues.push({ code: 'custom', input: text, path: [name], message });
    }
  });

function headerError(name: string, text: string): string | undefined {
  if (!isHeaderName.test(name)) return 'is not possible: the name of a header is a token, such as Retry-After';
  if (name.toLowerCase() === 'connection' && text.toLowerCase() === 'close') return undefined;
  if (framing.includes(name.toLowerCase()))
    return 'is not possible: the server sets it (only Connection: close is possible; raw writes any head)';
  if (name.toLowerCase() === 'trailer') return 'is not possible: a response has no trailers';
  return text === '' || isHeaderValue.test(text) ? undefined : 'must be printable ASCII';
}

const bodyError = mustBe('a text or a JSON value');

const responseSchema = strictObject({
  status: integer(200, 599),
  headers: headersSchema.optional(),
  body: z
    .any()
    .check(({ value, issues }) => {
      const message = isBytes(value)
        ? 'must be a text or a JSON value: send bytes with raw'
        : bodyError({ input: value });
      if (isBytes(value) || jsonOf(value) === undefined) issues.push({ code: 'custom', input: value, message });
    })
    .optional(),
})
  .refine(({ status, body }) => body === undefined || (status !== 204 && status !== 205 && status !== 304), {
    error: 'must have no body: a response of status 204, 205 or 304 has none',
  })
  .transform(withText);

/** A response whose body is written. */
export interface WrittenResponse extends ScriptedResponse {
  readonly body?: string | undefined;
}

/** Writes a JSON body now: its owner may change it later. */
function withText({ body, headers = {}, status }: ScriptedResponse): WrittenResponse {
  if (body === undefined || typeof body === 'string') return { status, headers, body };
  return { status, headers: withDefaults(headers, { 'Content-Type': 'application/json' }), body: stringifyJson(body) };
}

/** Adds the defaults that are not among the header fields, in whatever case. */
export function withDefaults(
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const others = Object.entries(defaults).filter(([name]) => !given.includes(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...headers };
}

/** Whether a response is sent without a body. By default, an error status has one. */
function hasNoBody({ status, body }: ScriptedResponse): boolean {
  return body === '' || (body === undefined && status < 400);
}

const probability = mustBe('a number from 0 to 1');

/** The schema of a {@link ScriptStep}; it fills in the defaults. */
export const scriptStepSchema = strictObject({
  operation: oneOf(operations.map(({ name }) => name)).optional(),
  match: requestMatchSchema.optional(),
  times: integer(1, 1_000_000).default(1),
  when: oneOf(['before', 'after']).default('before'),
  respond: responseSchema.optional(),
  raw: rawResponseSchema.optional(),
  fault: oneOf(Object.keys(faults) as Fault[]).optional(),
  delay: integer(0, maxTimeout).default(0),
  bodyDelay: integer(0, maxTimeout).optional(),
  bytesPerSecond: integer(1, 1_000_000_000).optional(),
  probability: z
    .number({ error: probability })
    .min(0, { error: probability })
    .max(1, { error: probability })
    .optional(),
  seed: integer(0, 2 ** 32 - 1).optional(),
}).check(({ value, issues }) => {
  const message = contradictionOf(value);
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});

/** Tells which fields of a step do not go together. */
function contradictionOf(step: ScriptStep): string | undefined {
  const { operation, match = {}, fault, respond, raw, bodyDelay, bytesPerSecond, probability, seed } = step;
  const rules: readonly [holds: boolean, rule: string][] = [
    [
      match.petId === undefined || !operation || operation === 'getPet',
      `a match.petId: ${operation} has none in its path`,
    ],
    [match.body === undefined || !operation || operation === 'createPet', `a match.body: ${operation} has none`],
    [raw === undefined || respond === undefined, 'respond beside raw: each is the whole response'],
    [raw === undefined || fault === undefined, 'a fault beside raw: end says what becomes of the connection'],
    [raw === undefined || bodyDelay === undefined, 'bodyDelay beside raw: gap is the pause between its pieces'],
    [sendsReply(fault) || respond === undefined, `respond: ${fault} sends none`],
    [sendsReply(fault) || bodyDelay === undefined, `bodyDelay: ${fault} sends no such body`],
    [sendsReply(fault) || bytesPerSecond === undefined, `bytesPerSecond: ${fault} sends no such body`],
    [fault !== 'DRIBBLE' || bytesPerSecond === undefined, 'bytesPerSecond: DRIBBLE sends a byte each bodyDelay'],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken !== undefined) return `must not have ${broken[1]}`;
  if (cutsBody(fault) && respond !== undefined && hasNoBody(respond))
    return `must have a body to respond: ${fault} sends half of it`;
  if (fault === 'DRIBBLE' && bodyDelay === 0) return 'must have a bodyDelay from 1 on: DRIBBLE waits between two bytes';
  if (probability !== undefined && seed === undefined) return 'must have a seed beside its probability';
  if (probability === undefined && seed !== undefined) return 'must have a probability beside its seed';
  return undefined;
}

/** A step with its defaults. */
export type CheckedStep = z.output<typeof scriptStepSchema>;

/** The schema of a script. */
export const scriptSchema = z
  .array(scriptStepSchema, { error: mustBe('a list of steps') })
  .max(1_000, { error: () => 'must have at most 1000 steps' });
