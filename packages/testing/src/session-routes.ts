import { err, ok } from '@petstore/core';
import { scriptSchema } from './script-step.ts';
import { petsSchema, sessionOptionsSchema } from './session-options.ts';
import { catchTypeError, invalidRequest, parseBody, requestsQuerySchema, type SessionRoute } from './session-route.ts';
import { maxSessions, type Session } from './sessions.ts';

/** All calls of the sessions over HTTP. */
export const sessionRoutes: readonly SessionRoute[] = [
  {
    name: 'openSession',
    method: 'POST',
    path: '/sessions',
    summary: `Open a session: a store of its own for one test, in memory. Its key is generated unless some are given. Of more than ${maxSessions} sessions, the one that was unused for longest is deleted.`,
    body: sessionOptionsSchema,
    example: {
      body: {
        pets: [{ id: 7, name: 'Mimi', categoryId: 2, status: 'available' }],
        script: [{ operation: 'createPet', respond: { status: 503, headers: { 'Retry-After': '1' } } }],
      },
    },
    success: { status: 201, schema: 'Session' },
    handle: ({ sessions, body, origin }) =>
      parseBody(sessionOptionsSchema, body, 'session')
        .andThen((options) => catchTypeError(() => sessions.open(options)))
        .map((session) => ({ ...describeSession(session, origin), apiKey: session.testStore.controls.apiKey })),
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
        sessions: sessions.list().map((session) => {
          const { openedAt, usedAt } = session;
          return { ...describeSession(session, origin), openedAt, usedAt };
        }),
      }),
  },
  {
    name: 'listRequests',
    method: 'GET',
    path: '/sessions/{id}/requests',
    summary:
      'List the requests that arrived, the oldest first, with API keys masked. With `atLeast`, wait for so many first: 409 if fewer come in time.',
    query: requestsQuerySchema,
    example: { query: 'atLeast=1&wait=5000' },
    success: { status: 200, schema: 'Requests' },
    async handle({ session, query: { atLeast, wait }, gone }) {
      if (session.isErr()) return err(session.error);
      if (atLeast === undefined && wait !== undefined) {
        return err(invalidRequest('query must have atLeast beside wait: the number of requests to wait for.'));
      }
      const { testStore } = session.value;
      if (atLeast !== undefined) {
        const waited = await testStore.waitForRequests(atLeast, wait ?? 5_000, gone);
        if (waited.isErr()) return err({ status: 409, code: 'too_few_requests', message: waited.error });
      }
      return ok({ requests: testStore.controls.requests(), leftOut: testStore.controls.requestsLeftOut() });
    },
  },
  {
    name: 'forgetRequests',
    method: 'DELETE',
    path: '/sessions/{id}/requests',
    summary: 'Forget the requests, and nothing else.',
    example: {},
    success: { status: 204 },
    handle: ({ session }) =>
      session.map(({ testStore }) => {
        testStore.controls.forgetRequests();
      }),
  },
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
    handle: ({ session, body }) =>
      session.andThen(({ testStore }) =>
        parseBody(scriptSchema, body, 'script').map((script) => {
          testStore.controls.script(script);
        }),
      ),
  },
  {
    name: 'setPets',
    method: 'PUT',
    path: '/sessions/{id}/pets',
    summary: 'Replace all pets. The next id is one above the greatest.',
    body: petsSchema,
    example: { body: [{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }] },
    success: { status: 204 },
    handle: ({ session, body }) =>
      session.andThen(({ testStore }) =>
        parseBody(petsSchema, body, 'pets').andThen((pets) =>
          catchTypeError(() => {
            testStore.setPets(pets);
          }),
        ),
      ),
  },
  {
    name: 'closeSession',
    method: 'DELETE',
    path: '/sessions/{id}',
    summary: 'Delete the session, and end what is stalled in it.',
    example: {},
    success: { status: 204 },
    handle: ({ sessions, session }) =>
      session.map((open) => {
        sessions.close(open);
      }),
  },
];

function describeSession({ id, basePath }: Session, origin: string): { readonly id: string; readonly baseUrl: string } {
  return { id, baseUrl: `${origin}${basePath}/v1` };
}
