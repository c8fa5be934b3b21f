import { err, ok, petSchema, petWithId, type Pet, type Result } from '@petstore/core';
import * as z from 'zod';
import { mustHave, parse, scriptSchema, type ScriptStep } from './script-step.ts';
import { mostSessions, type Session, type Sessions } from './sessions.ts';

/** Something that a test does with its session over HTTP. The router and the OpenAPI document are made from these records. */
export interface SessionRoute {
  readonly name: string;
  readonly method: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /** The path below `/_testing`; `{id}` is that of a session. */
  readonly path: `/sessions${'' | '/{id}' | `/{id}/${string}`}`;
  readonly summary: string;
  /** The schema of the body; absent if it takes none. */
  readonly body?: z.ZodType;
  /** The status and, unless it is 204, the name of the schema of the response. */
  readonly success: { readonly status: 200 | 201 | 204; readonly schema?: 'Session' | 'Requests' };
  /** Does it. Returns the value of the response, or an error. */
  handle(call: SessionCall): Result<unknown, SessionError>;
}

/** What a route works on. */
export interface SessionCall {
  readonly sessions: Sessions;
  /** The session of the path; absent if the path has none. */
  readonly session: Session | undefined;
  /** The body, decoded; `undefined` if there is none. */
  readonly body: unknown;
  /** The address of the server, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
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
  .array(petSchema, { error: 'must be a list of pets' })
  .transform((pets) => pets.map((pet) => petWithId(pet.id, pet)));

const newSessionSchema = z
  .strictObject(
    {
      pets: petsSchema.optional(),
      apiKeys: z
        .array(z.string({ error: 'must be a text' }), { error: 'must be a list of API keys' })
        .max(10, { error: 'must hold at most 10 API keys' }) // each is looked for in all that is recorded
        .optional(),
      script: scriptSchema.optional(),
    },
    { error: mustHave('pets, apiKeys, script') },
  )
  .default({});

/** The error of a session that is gone. */
export const noSuchSession: SessionError = {
  status: 404,
  code: 'not_found',
  message: 'There is no such session: it was deleted, or never opened.',
};

const tooMany: SessionError = {
  status: 429,
  code: 'too_many_sessions',
  message: `There are ${mostSessions} sessions already: delete those that are over, or restart the server.`,
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
    summary: 'Open a session: a store of its own for one test, in memory. The key is generated unless one is given.',
    body: newSessionSchema,
    success: { status: 201, schema: 'Session' },
    handle: ({ sessions, body, origin }) =>
      parse(newSessionSchema, body, 'session')
        .mapErr(invalid)
        .andThen((options) => attempt(() => sessions.open(options)))
        .andThen((session) =>
          session === undefined
            ? err(tooMany)
            : ok({
                id: session.id,
                baseUrl: `${origin}${session.basePath}/v1`,
                apiKey: session.testStore.controls.apiKey,
              }),
        ),
  },
  ofSession(
    {
      name: 'listRequests',
      method: 'GET',
      path: '/sessions/{id}/requests',
      summary: 'List the requests that arrived, the oldest first, with API keys masked.',
      success: { status: 200, schema: 'Requests' },
    },
    'body',
    ({ testStore: { controls } }) => ({ requests: controls.requests(), leftOut: controls.requestsLeftOut() }),
  ),
  ofSession(
    {
      name: 'setScript',
      method: 'PUT',
      path: '/sessions/{id}/script',
      summary: 'Replace the script.',
      body: scriptSchema,
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
      success: { status: 204 },
    },
    'body',
    (session, _, { sessions }) => {
      sessions.close(session);
    },
  ),
];

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
