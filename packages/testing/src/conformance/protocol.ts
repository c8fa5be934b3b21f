import { err, ok, stringifyJson, type Result } from '@petstore/core';
import * as z from 'zod';
import { parse } from '../schema-messages.ts';

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

/** The first line of an adapter. What it has beyond these fields is ignored, as in every line. */
export const helloSchema = z.object({
  protocol: z.literal(1, { error: 'must be 1' }),
  client: z.looseObject(
    { name: text, version: text, language: text },
    { error: 'must be an object with name, version, language' },
  ),
  capabilities: z.array(text, { error: 'must be a list of texts' }), // a later version of the protocol may have more
});

/** What an adapter says first. */
export type Hello = z.output<typeof helloSchema>;

/** The client, as its adapter names it. */
export type ClientInfo = Hello['client'];

/** A request of the run. */
export const requestSchema = z.object({
  id: z.string(),
  /** A later operation of the interface belongs to a later version of the protocol. */
  operation: z.enum(['listPets', 'createPet', 'getPet']),
  /** HEAD asks for the operation's address with that method; only if the client has the capability `head`. */
  method: z.literal('HEAD').exactOptional(),
  baseUrl: z.string(),
  /** Absent if the client is used without a key. */
  apiKey: z.string().exactOptional(),
  timeoutMs: z.int().positive(),
  /** What the client is called with. */
  arguments: z.object({
    limit: decimalSchema.exactOptional(),
    status: z.string().exactOptional(),
    name: z.string().exactOptional(),
    categoryId: decimalSchema.exactOptional(),
    petId: z.string().exactOptional(),
  }),
});

/** A request of the run. */
export type CallRequest = z.output<typeof requestSchema>;

/** An operation that an adapter is asked for. */
export type ProtocolOperation = CallRequest['operation'];

/** What the client is called with. Integers are decimal digits. */
export type CallArguments = Readonly<CallRequest['arguments']>;

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
  return readJson(line).andThen((value) => parse(helloSchema, value));
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
