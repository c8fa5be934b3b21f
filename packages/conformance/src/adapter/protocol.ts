import { createFieldSchemas, decodeUtf8, err, ok, parseJson, stringifyJson, type Result } from '@petstore/core';
import { parseInput } from '@petstore/testing';
import * as z from 'zod/mini';

/** Facts about a client, as its adapter says: what it offers, or does in its default. */
export const capabilities = {
  timeout: 'has a setting for a timeout, of any kind',
  redirects: 'follows redirects in its default',
  head: 'can send HEAD',
  gzip: 'asks for gzip in its default',
  concurrent: 'can be called again before it has answered',
} as const;

export type Capability = keyof typeof capabilities;

const { mustBe, oneOf } = createFieldSchemas(stringifyJson); // quotes the whole value, because only a whole key is redacted

const string = z.string({ error: mustBe('a string') });

/** The first line of an adapter. Further fields are ignored, as in every line. */
export const helloSchema = z.object(
  {
    protocol: z.literal(1, { error: mustBe('1') }),
    client: z.object(
      { name: string, version: string, language: string },
      { error: mustBe('an object with name, version, language') },
    ),
    capabilities: z.array(string, { error: mustBe('a list of strings') }), // a later version of the protocol may have more
  },
  { error: mustBe('an object with protocol, client, capabilities') },
);

export type Hello = z.output<typeof helloSchema>;

export type ClientInfo = Hello['client'];

export interface AdapterRequest {
  readonly id: string;
  /** An operation that is added to the interface later needs a later version of the protocol. */
  readonly operation: 'listPets' | 'createPet' | 'getPet';
  /** `HEAD` if the operation is to be requested with that method. Only a client with the capability `head` gets it. */
  readonly method?: 'HEAD';
  readonly baseUrl: string;
  /** Absent if the client is to be used without a key. */
  readonly apiKey?: string;
  readonly timeoutMs: number;
  readonly arguments: CallArguments;
}

/** The arguments for the client. Integers are decimal digits in strings, because many languages round JSON numbers. */
export interface CallArguments {
  readonly limit?: string;
  readonly status?: string;
  readonly name?: string;
  readonly categoryId?: string;
  readonly petId?: string;
}

const status = z.int({ error: mustBe('an integer') });

export const answerErrorSchema = z.object(
  {
    kind: oneOf(['api', 'transport', 'timeout', 'decode', 'unsupported']),
    status: z.optional(status),
    code: z.optional(string),
    message: z.optional(string),
    outcome: z.optional(oneOf(['not_sent', 'unknown'])),
  },
  { error: mustBe('an object with kind') },
) satisfies z.ZodMiniType<AnswerError>;

/** The error that the client failed with. */
export interface AnswerError {
  readonly kind: 'api' | 'transport' | 'timeout' | 'decode' | 'unsupported';
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly outcome?: 'not_sent' | 'unknown' | undefined;
}

export const returnedResponseSchema = z.union(
  [z.object({ status, body: string }), z.object({ status, base64: string.check(z.regex(/^[\w+/-]*={0,2}$/)) })],
  { error: mustBe('an object with status, and body or base64') },
) satisfies z.ZodMiniType<ReturnedResponse>;

/** A response as a client returned it, which reads no JSON by itself: a text, or bytes in base64. */
export type ReturnedResponse = { readonly status: number } & ({ readonly body: string } | { readonly base64: string });

/** The answers by the field that they have beside the id. */
const answerSchemas = {
  ok: z.object({ id: string, ok: z.unknown() }), // the cases judge `ok`
  error: z.object({ id: string, error: answerErrorSchema }),
  response: z.object({ id: string, response: returnedResponseSchema }),
};

/** How a call of a client is answered. A client that reads no JSON returns the response, and the run reads it. */
export type ClientResult =
  { readonly ok: unknown } | { readonly error: AnswerError } | { readonly response: ReturnedResponse };

/** What came of a call of a client: what it returned, or the error that it failed with. */
export type CallResult = Exclude<ClientResult, { readonly response: unknown }> & {
  /** The body that the client returned, if the run has read it. An error of kind decode is then the run's own. */
  readonly body?: Uint8Array;
};

type Answer = { readonly id: string } & ClientResult;

export function readHello(line: string): Result<Hello, string> {
  return readJson(line).andThen((value) => parseInput(helloSchema, value));
}

/** Reads an answer. Null counts as absent, because many languages write absent fields as null. */
export function readAnswer(line: string): Result<Answer, string> {
  return readJson(line).andThen((value) => {
    if (!isObject(value) || value.id === undefined) {
      const rule = 'an object with id, and ok, error or response (write logs to stderr)';
      return err(`It ${mustBe(rule)({ input: value })}.`);
    }
    const name = (['error', 'response'] as const).find((each) => (value[each] ?? undefined) !== undefined) ?? 'ok';
    const part = value[name];
    if (part === undefined) return err(`It has neither ok, error nor response: ${line}`);
    if (name === 'ok' || !isObject(part)) return parseInput<Answer>(answerSchemas[name], value);
    const fields = Object.fromEntries(Object.entries(part).filter(([, field]) => field !== null));
    // Accept the status as a number and as a string: the integers of a pet are strings.
    if (typeof fields.status === 'string' && /^[0-9]{3}$/.test(fields.status)) fields.status = Number(fields.status);
    // A client may pass on a code as it is in the body, whatever its type is there.
    if (typeof fields.code === 'number') fields.code = String(fields.code);
    return parseInput<Answer>(answerSchemas[name], { ...value, [name]: fields });
  });
}

const integer = z.pipe(z.union([z.int(), z.bigint()]), z.transform(String));

const petSchema = z.object({ id: integer, name: z.string(), categoryId: integer, status: z.optional(z.string()) });

const errorSchema = z.object({ code: z.string(), message: z.string(), status: z.int() });

/** Reads the JSON of a response that a client returned, exactly. Integers become decimal digits. */
export function readResponse(
  operation: AdapterRequest['operation'],
  { status, ...content }: ReturnedResponse,
  method?: 'HEAD',
): CallResult {
  const body = 'body' in content ? Buffer.from(content.body) : Buffer.from(content.base64, 'base64');
  const text = 'body' in content ? ok(content.body) : decodeUtf8(body);
  const json = text.andThen(parseJson).unwrapOr(undefined);
  if (status < 200 || status > 299)
    return { body, error: { ...errorSchema.safeParse(json).data, kind: 'api', status } };
  if (method === 'HEAD') return { body, ok: null };
  const { data } = (operation === 'listPets' ? z.array(petSchema) : petSchema).safeParse(json);
  if (data !== undefined) return { body, ok: data };
  return { body, error: { kind: 'decode', message: `The body of the response ${status} is no JSON of ${operation}.` } };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(line: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(line));
  } catch {
    if (line.startsWith('\ufeff')) return err('It begins with a byte order mark: write UTF-8 without one.');
    return err(line.trim() === '' ? 'It is empty.' : `It is not JSON (write logs to stderr): ${line}`);
  }
}

/** Writes a line for an adapter. Escapes the characters that end a line in some languages, but not in JSON. */
export function writeLine(request: AdapterRequest): string {
  const escape = (end: string) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${stringifyJson(request).replace(/[\u0085\u2028\u2029]/g, escape)}\n`;
}
