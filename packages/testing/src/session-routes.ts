import { err, maxTimeout, ok, type Pet, createFrozenPet, type Result, strictPetSchema } from '@petstore/core';
import * as z from 'zod';
import { integer, mustBe, parse, strictObject } from './schema-messages.ts';
import { scriptSchema, type ScriptStep } from './script-step.ts';
import { mostSessions, type Session, type Sessions } from './sessions.ts';
import type { TestStoreOptions } from './test-store.ts';

/**
 * Something that a test does with its session over HTTP. The router, the OpenAPI document, the page at `/_testing` and the calls of
 * sessions.md are made from these records.
 */
export interface SessionRoute {
  readonly name: string;
  readonly method: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /** The path below `/_testing`; `{id}` is that of a session. */
  readonly path: `/sessions${'' | '/{id}' | `/{id}/${string}`}`;
  readonly summary: string;
  /** The schema of the query; without one, it takes no parameters. */
  readonly query?: z.ZodObject;
  /** The schema of the body; absent if it takes none. */
  readonly body?: z.ZodType;
  /** What the documents send. */
  readonly example: { readonly query?: string; readonly body?: unknown };
  /** The status and, unless it is 204, the name of the schema of the response. */
  readonly success: { readonly status: 200 | 201 | 204; readonly schema?: 'Session' | 'Sessions' | 'Requests' };
  /** Does it. Returns the value of the response, or an error. */
  handle(call: SessionCall): Result<unknown, SessionError> | Promise<Result<unknown, SessionError>>;
}

/** What a route works on. */
export interface SessionCall {
  readonly sessions: Sessions;
  /** The session of the path; absent if the path has none. */
  readonly session: Session | undefined;
  /** The parameters of the query, decoded by the schema of the route. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The body, decoded; `undefined` if there is none. */
  readonly body: unknown;
  /** The address of the server, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Is aborted when the client is gone. */
  readonly gone: AbortSignal;
}

/** An Error body before it is written. */
export interface SessionError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Header fields of its own, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

const petsSchema = z
  .array(strictPetSchema, { error: 'must be a list of pets' })
  .transform((pets) => pets.map((pet) => createFrozenPet(pet.id, pet)));

const text = z.string({ error: mustBe('a text') });
const count = (least: number) => integer(least, Number.MAX_SAFE_INTEGER).optional();

/** The options of a session: those of a test server that JSON can say. */
const options = {
  pets: petsSchema.optional(),
  apiKeys: z
    .array(text, { error: 'must be a list of API keys' })
    .max(10, { error: 'must hold at most 10 API keys' }) // each is looked for in all that is recorded
    .optional(),
  script: scriptSchema.optional(),
  maxRequests: count(0),
  maxRequestBytes: count(0),
  maxBodyBytes: count(1),
  cors: z.boolean({ error: mustBe('true or false') }).optional(),
  getPetDeprecatedSince: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: mustBe('a time such as "2025-01-01T00:00:00Z", or a day'),
    })
    .transform((time) => new Date(time))
    .optional(),
  publicUrl: text.optional(),
  basePath: z
    .string({ error: mustBe('the path before /v1, such as /api/petstore') })
    .regex(/^(?:\/|$)/, { error: mustBe('the path before /v1, such as /api/petstore') })
    .optional(),
} satisfies Record<Exclude<keyof TestStoreOptions, 'pages' | 'onRequest'>, z.ZodType>; // those two can be functions

const newSessionSchema = strictObject(options).default({});

/** The schema of an integer in a query. */
function parameter(least: number, most: number) {
  const read = (sent: unknown) => (typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent);
  return z.preprocess(read, integer(least, most).optional());
}

const requestsQuery = strictObject({
  atLeast: parameter(1, Number.MAX_SAFE_INTEGER).describe('Wait until so many requests have arrived.'),
  wait: parameter(0, maxTimeout).describe('How long to wait for them, in milliseconds; 5,000 by default.'),
});

/** The error of a session that is gone. */
export const noSuchSession: SessionError = {
  status: 404,
  code: 'not_found',
  message: `There is no such session: it was never opened, or deleted. Of more than ${mostSessions} sessions, the one that was unused for longest is deleted.`,
};

/** Makes a route of one session. */
function ofSession<Body>(
  route: Omit<SessionRoute, 'handle' | 'body'> & { readonly body?: z.ZodType<Body> },
  subject: string,
  act: (session: Session, body: Body, call: SessionCall) => unknown,
): SessionRoute {
  return {
    ...route,
    handle(call) {
      const { session } = call;
      if (session === undefined) return err(noSuchSession);
      return parse((route.body ?? z.unknown()) as z.ZodType<Body>, call.body, subject)
        .mapErr(invalid)
        .andThen((body) => attempt(() => act(session, body, call)));
    },
  };
}

/** Everything that a test does with sessions over HTTP. */
export const sessionRoutes: readonly SessionRoute[] = [
  {
    name: 'openSession',
    method: 'POST',
    path: '/sessions',
    summary: `Open a session: a store of its own for one test, in memory. Its key is generated unless some are given. Of more than ${mostSessions} sessions, the one that was unused for longest is deleted.`,
    body: newSessionSchema,
    example: {
      body: {
        pets: [{ id: 7, name: 'Mimi', categoryId: 2, status: 'available' }],
        script: [{ operation: 'createPet', respond: { status: 503, headers: { 'Retry-After': '1' } } }],
      },
    },
    success: { status: 201, schema: 'Session' },
    handle: ({ sessions, body, origin }) =>
      parse(newSessionSchema, body, 'session')
        .mapErr(invalid)
        .andThen((options) => attempt(() => sessions.open(options)))
        .map((session) => ({ ...shown(session, origin), apiKey: session.testStore.controls.apiKey })),
  },
  {
    name: 'listSessions',
    method: 'GET',
    path: '/sessions',
    summary: 'List the sessions, without their keys, the one that was unused for longest first.',
    example: {},
    success: { status: 200, schema: 'Sessions' },
    handle: ({ sessions, origin }) =>
      ok({
        sessions: sessions
          .list()
          .map((session) => ({ ...shown(session, origin), openedAt: session.openedAt, usedAt: session.usedAt })),
      }),
  },
  {
    name: 'listRequests',
    method: 'GET',
    path: '/sessions/{id}/requests',
    summary:
      'List the requests that arrived, the oldest first, with API keys masked. With `atLeast`, wait for so many first: 409 if fewer come in time.',
    query: requestsQuery,
    example: { query: 'atLeast=1&wait=5000' },
    success: { status: 200, schema: 'Requests' },
    async handle({ session, query, gone }) {
      if (session === undefined) return err(noSuchSession);
      const { atLeast, wait = 5_000 } = query as z.output<typeof requestsQuery>;
      if (atLeast === undefined && query.wait !== undefined) {
        return err(invalid('query must have atLeast beside wait: the number of requests to wait for.'));
      }
      const { testStore } = session;
      try {
        if (atLeast !== undefined) await testStore.waitForRequests(atLeast, wait, gone);
      } catch (error) {
        return err({ status: 409, code: 'too_few_requests', message: (error as Error).message });
      }
      return ok({ requests: testStore.controls.requests(), leftOut: testStore.controls.requestsLeftOut() });
    },
  },
  ofSession(
    {
      name: 'forgetRequests',
      method: 'DELETE',
      path: '/sessions/{id}/requests',
      summary: 'Forget the requests, and nothing else.',
      example: {},
      success: { status: 204 },
    },
    'body',
    ({ testStore: { controls } }) => {
      controls.forgetRequests();
    },
  ),
  ofSession(
    {
      name: 'setScript',
      method: 'PUT',
      path: '/sessions/{id}/script',
      summary: 'Replace the script.',
      body: scriptSchema,
      example: {
        body: [
          { operation: 'getPet', match: { petId: 7 }, respond: { status: 404 } },
          {
            operation: 'listPets',
            match: { query: { status: 'sold' } },
            raw: {
              pieces: [
                'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n',
                'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n[]',
                { base64: '/w==' },
              ],
              gap: 50,
            },
          },
        ],
      },
      success: { status: 204 },
    },
    'script',
    ({ testStore: { controls } }, script: readonly ScriptStep[]) => {
      controls.script(script);
    },
  ),
  ofSession(
    {
      name: 'setPets',
      method: 'PUT',
      path: '/sessions/{id}/pets',
      summary: 'Replace all pets. The next id is one above the greatest.',
      body: petsSchema,
      example: { body: [{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }] },
      success: { status: 204 },
    },
    'pets',
    ({ testStore }, pets: readonly Pet[]) => {
      testStore.setPets(pets);
    },
  ),
  ofSession(
    {
      name: 'closeSession',
      method: 'DELETE',
      path: '/sessions/{id}',
      summary: 'Delete the session, and end what is stalled in it.',
      example: {},
      success: { status: 204 },
    },
    'body',
    (session, _, { sessions }) => {
      sessions.close(session);
    },
  ),
];

function shown({ id, basePath }: Session, origin: string): { readonly id: string; readonly baseUrl: string } {
  return { id, baseUrl: `${origin}${basePath}/v1` };
}

/**
 * Decodes the query of a call.
 *
 * @returns the parameters; for a wrong one, an error that names it
 */
export function parseQuery({ query }: SessionRoute, sent: string): Result<SessionCall['query'], SessionError> {
  const schema = query ?? z.strictObject({}, { error: 'must be left out: this call has no parameters' });
  return parse(schema, Object.fromEntries(new URLSearchParams(sent)), 'query').mapErr(invalid);
}

/** Turns a TypeError, which is about a wrong option, into an Err. */
function attempt<T>(act: () => T): Result<T, SessionError> {
  try {
    return ok(act());
  } catch (error) {
    if (error instanceof TypeError) return err(invalid(error.message));
    throw error;
  }
}

function invalid(message: string): SessionError {
  return { status: 400, code: 'invalid_request', message };
}
