import { err, ok, stringifyJson, type Result } from '@petstore/core';
import * as z from 'zod';
import { parse } from '../script-step.ts';

/** What a client can do, as its adapter says. */
export const capabilities = {
  timeout: 'honours timeoutMs for the whole exchange',
  retries: 'repeats requests by itself',
  redirects: 'follows redirects',
  head: 'can send HEAD',
  gzip: 'asks for gzip',
  text_ids: 'has ids that are texts',
} as const;

/** The name of a capability. */
export type Capability = keyof typeof capabilities;

/** An integer. JSON numbers are rounded in many languages. */
export const decimalSchema = z.string().regex(/^-?[0-9]+$/, { error: 'must be decimal digits in a string' });

const text = z.string({ error: 'must be a text' });

function oneOf<Name extends string>(...names: readonly Name[]) {
  return z.enum(names, { error: `must be one of ${names.join(', ')}` });
}

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, { error: 'must be a list of texts' });
}

/** The first line of an adapter. What it has beyond these fields is ignored, as in every line. */
export const helloSchema = z.object({
  protocol: z.literal(1, { error: 'must be 1' }),
  client: z.looseObject(
    { name: text, version: text, language: text },
    { error: 'must be an object with name, version, language' },
  ),
  capabilities: list(oneOf(...(Object.keys(capabilities) as Capability[]))),
});

/** The client, as its adapter names it. */
export type ClientInfo = z.output<typeof helloSchema>['client'];

/** What an adapter says first. A later version of the protocol may have more capabilities. */
const anyHelloSchema = helloSchema.extend({ capabilities: list(text) });

/** What an adapter says first. */
export type Hello = z.output<typeof anyHelloSchema>;

/** What the client is called with. Integers are decimal digits. */
export interface CallArguments {
  readonly limit?: string;
  readonly status?: string;
  readonly name?: string;
  readonly categoryId?: string;
  readonly petId?: string;
}

/** The operations that an adapter is asked for. A later one of the interface belongs to a later version of the protocol. */
const operations = ['listPets', 'createPet', 'getPet'] as const;

/** An operation that an adapter is asked for. */
export type ProtocolOperation = (typeof operations)[number];

/** A request of the run. */
export interface CallRequest {
  readonly id: string;
  readonly operation: ProtocolOperation;
  /** HEAD asks for the operation's address with that method; only if the client has the capability `head`. */
  readonly method?: 'HEAD';
  readonly baseUrl: string;
  /** Absent if the client is used without a key. */
  readonly apiKey?: string;
  readonly timeoutMs: number;
  readonly arguments: CallArguments;
}

/** A request; a part of the JSON Schema of the protocol. */
export const requestSchema = z.object({
  id: z.string(),
  operation: z.enum(operations),
  method: z.literal('HEAD').optional(),
  baseUrl: z.string(),
  apiKey: z.string().optional(),
  timeoutMs: z.int().positive(),
  arguments: z.object({
    limit: decimalSchema.optional(),
    status: z.string().optional(),
    name: z.string().optional(),
    categoryId: decimalSchema.optional(),
    petId: z.string().optional(),
  }),
});

/** The schema of the error of an answer. */
export const answerErrorSchema = z.object({
  kind: oneOf('api', 'transport', 'timeout', 'decode', 'unsupported'),
  status: z.int({ error: 'must be an integer' }).optional(),
  code: text.optional(),
  message: text.optional(),
  outcome: oneOf('not_sent', 'unknown').optional(),
});

/** What the client failed with. */
export type AnswerError = z.output<typeof answerErrorSchema>;

const failedSchema = z.object({ id: text, error: answerErrorSchema });
const returnedSchema = z.object({ id: text, ok: z.unknown() }); // the cases judge what `ok` is

/** What the client made of the answer. */
export type Answer =
  { readonly id: string; readonly ok: unknown } | { readonly id: string; readonly error: AnswerError };

/**
 * Reads the first line of an adapter.
 *
 * @returns what it says; else a sentence about what is wrong
 */
export function readHello(line: string): Result<Hello, string> {
  return readJson(line).andThen((value) => parse(anyHelloSchema, value));
}

/**
 * Reads an answer. Null counts as absent, because many languages write absent fields as null.
 *
 * @returns what it says; else a sentence about what is wrong
 */
export function readAnswer(line: string): Result<Answer, string> {
  return readJson(line).andThen((value) => {
    const { ok: returned, error } = (value ?? {}) as { readonly ok?: unknown; readonly error?: object | null };
    if (error === undefined || error === null) {
      return returned === undefined ? err('It has neither ok nor error.') : parse<Answer>(returnedSchema, value);
    }
    const fields = Object.fromEntries(Object.entries(error).filter(([, field]) => field !== null));
    // The integers of a pet are texts, but this one is a number in the samples: an adapter may write either.
    if (typeof fields.status === 'string' && /^[0-9]{3}$/.test(fields.status)) fields.status = Number(fields.status);
    return parse<Answer>(failedSchema, { ...(value as object), error: fields });
  });
}

function readJson(line: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(line));
  } catch {
    if (line.startsWith('\ufeff')) return err('It begins with a byte order mark: write UTF-8 without one.');
    return err(`It is not JSON: ${line}`);
  }
}

/** Writes a line for an adapter. */
export function writeLine(request: CallRequest): string {
  return `${stringifyJson(request)}\n`;
}
