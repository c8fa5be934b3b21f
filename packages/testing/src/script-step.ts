import { err, ok, stringifyJson, type Result } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import { longestTimeout } from '@petstore/core/internal';
import { operations } from '@petstore/http/internal';
import * as z from 'zod';
import { isHeaderName, isHeaderValue } from './header-field.ts';
import { cutsBody, faults, sendsReply, type Fault } from './faults.ts';

/** What becomes of the next requests of an operation. A step with `times` alone lets them be answered normally. */
export interface ScriptStep {
  /** The operation whose requests it is for; each operation if it is left out. */
  readonly operation?: OperationName | undefined;
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
  /** What goes wrong on the wire. */
  readonly fault?: Fault | undefined;
  /** How long to wait before the head of the response, in milliseconds; 0 by default. */
  readonly delay?: number | undefined;
  /**
   * How long to wait between the head and the body, in milliseconds; 0 by default. Of a DRIBBLE, how long between two bytes;
   * 10 by default.
   */
  readonly bodyDelay?: number | undefined;
  /** How likely the step is for each of its requests, from 0 to 1; it needs a `seed`. `times` also counts those that it spares. */
  readonly probability?: number | undefined;
  /** The seed of the random numbers for `probability`: the same one makes the same choices. */
  readonly seed?: number | undefined;
}

/** A response of a script. */
export interface ScriptedResponse {
  /** The status code, 200 to 599. */
  readonly status: number;
  /** The header fields by name. The server sets those of the framing: Content-Length, Transfer-Encoding and Connection. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A text, which is sent as it is, or a value to send as JSON. By default, an error status has an Error body. */
  readonly body?: unknown;
}

const framing = ['content-length', 'transfer-encoding', 'connection'];

/** Makes a message for zod: what the value must be, and what it is. */
function mustBe(rule: string) {
  return ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is required: ${rule}` : `must be ${rule}, not ${shown(input)}`;
}

/** Makes a message for zod about an object: what it must be, or which of its fields is unknown. */
export function mustHave(fields: string) {
  return (issue: {
    readonly code?: string | undefined;
    readonly keys?: readonly string[];
    readonly input?: unknown;
  }) =>
    issue.code === 'unrecognized_keys'
      ? `has the unknown field "${issue.keys?.[0] ?? ''}": possible are ${fields}`
      : mustBe(`an object with ${fields}`)(issue);
}

function shown(input: unknown): string {
  if (typeof input === 'function') return 'a function';
  const text = typeof input === 'number' || typeof input === 'symbol' ? String(input) : jsonOf(input);
  if (text === undefined) return 'an object that cannot be written as JSON';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Writes a value as JSON; `undefined` if it cannot be written, such as a cycle. */
function jsonOf(value: unknown): string | undefined {
  try {
    return stringifyJson(value);
  } catch {
    return undefined;
  }
}

function oneOf<Name extends string>(names: readonly Name[]) {
  return z.enum(names, { error: mustBe(`one of ${names.join(', ')}`) });
}

function integer(least: number, most: number) {
  const error = mustBe(`an integer from ${least} to ${most}`);
  return z.int({ error, abort: true }).min(least, { error }).max(most, { error });
}

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
  if (framing.includes(name.toLowerCase())) return 'is not possible: the server sets it';
  if (name.toLowerCase() === 'trailer') return 'is not possible: a response has no trailers';
  return text === '' || isHeaderValue.test(text) ? undefined : 'must be printable ASCII';
}

const responseSchema = z
  .strictObject(
    {
      status: integer(200, 599),
      headers: headersSchema.optional(),
      body: z
        .any()
        .refine((body) => typeof body !== 'function' && typeof body !== 'symbol' && jsonOf(body) !== undefined, {
          error: mustBe('a text or a JSON value'),
        })
        .optional(),
    },
    { error: mustHave('status, headers, body') },
  )
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

/** The schema of a {@link ScriptStep}; it fills in the defaults. */
export const scriptStepSchema = z
  .strictObject(
    {
      operation: oneOf(operations.map(({ name }) => name)).optional(),
      times: integer(1, 1_000_000).default(1),
      when: oneOf(['before', 'after']).default('before'),
      respond: responseSchema.optional(),
      fault: oneOf(Object.keys(faults) as Fault[]).optional(),
      delay: integer(0, longestTimeout).default(0),
      bodyDelay: integer(0, longestTimeout).optional(),
      probability: z
        .number({ error: mustBe('a number from 0 to 1') })
        .min(0, { error: mustBe('a number from 0 to 1') })
        .max(1, { error: mustBe('a number from 0 to 1') })
        .optional(),
      seed: integer(0, 2 ** 32 - 1).optional(),
    },
    { error: mustHave('operation, times, when, respond, fault, delay, bodyDelay, probability, seed') },
  )
  .check(({ value: { fault, respond, bodyDelay, probability, seed }, issues, value }) => {
    const refuse = (message: string) => issues.push({ code: 'custom', input: value, message });
    if (!sendsReply(fault) && respond !== undefined) refuse(`must not have respond: ${fault} sends none`);
    if (cutsBody(fault) && respond !== undefined && hasNoBody(respond))
      refuse(`must have a body to respond: ${fault} sends half of it`);
    if (fault === 'DRIBBLE' && bodyDelay === 0)
      refuse('must have a bodyDelay from 1 on: DRIBBLE waits between two bytes');
    if (!sendsReply(fault) && bodyDelay !== undefined) refuse(`must not have bodyDelay: ${fault} sends no such body`);
    if (probability !== undefined && seed === undefined) refuse('must have a seed beside its probability');
    if (probability === undefined && seed !== undefined) refuse('must have a probability beside its seed');
  });

/** A step with its defaults. */
export type CheckedStep = z.output<typeof scriptStepSchema>;

/** The schema of a script. */
export const scriptSchema = z
  .array(scriptStepSchema, { error: mustBe('a list of steps') })
  .max(1_000, { error: () => 'must have at most 1000 steps' });

/**
 * Checks a value.
 *
 * @param subject what the value is, such as `script`; without one, a message begins with the wrong field, or with `It`
 * @returns the output of the schema; for a wrong value, a sentence that begins with the place of the mistake, such as
 *   `script[0].fault`, and says what is possible
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, subject = ''): Result<T, string> {
  const { data, error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return ok(data as T);
  const place = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return err(`${`${subject}${place}`.replace(/^\./, '') || 'It'} ${issue.message}.`);
}
