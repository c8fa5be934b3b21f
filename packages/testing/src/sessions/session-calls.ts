import { err, ok, Result, ResultAsync } from '@petstore/core';
import { scriptSchema, type CheckedStep } from '../script/script-step.ts';
import { invalidRequest, parseBody, parseRequestsQuery, type SessionCall, type SessionError } from './session-call.ts';
import { sessionOptionsSchema } from './session-options.ts';
import type { Session } from './sessions.ts';

export const sessionCalls: readonly SessionCall[] = [
  {
    method: 'POST',
    path: '/sessions',
    status: 201,
    handle: ({ sessions, body, origin }) =>
      parseBody(sessionOptionsSchema, body, 'session')
        .andThen((options) => Result.fromThrowable(() => sessions.open(options), describeWrongOption)())
        .map((session) => ({ ...describeSession(session, origin), apiKey: session.testStore.controls.apiKey })),
  },
  {
    method: 'GET',
    path: '/sessions',
    status: 200,
    handle: ({ sessions, origin }) =>
      ok({
        sessions: sessions.list().map((session) => {
          const { openedAt, usedAt } = session;
          return { ...describeSession(session, origin), openedAt, usedAt };
        }),
      }),
  },
  {
    method: 'GET',
    path: '/sessions/{id}/requests',
    hasQuery: true,
    status: 200,
    async handle({ session, query, gone }) {
      const parameters = parseRequestsQuery(query);
      if (parameters.isErr()) return err(parameters.error);
      if (session.isErr()) return err(session.error);
      const { atLeast, wait } = parameters.value;
      if (atLeast === undefined && wait !== undefined) {
        return err(invalidRequest('query must have atLeast beside wait: the number of requests to wait for.'));
      }
      const { testStore } = session.value;
      const { controls } = testStore;
      const arrived =
        atLeast === undefined
          ? ok(controls.requests())
          : await ResultAsync.fromPromise(testStore.waitForRequests(atLeast, { timeout: wait }, gone), describeTooFew);
      return arrived.map((requests) => ({ requests, leftOut: controls.requestsLeftOut() }));
    },
  },
  {
    method: 'DELETE',
    path: '/sessions/{id}/requests',
    status: 204,
    handle: ({ session }) => session.map(({ testStore }) => testStore.controls.forgetRequests()),
  },
  {
    method: 'PUT',
    path: '/sessions/{id}/script',
    status: 204,
    handle: ({ session, body }) =>
      session.andThen(({ testStore }) =>
        parseBody(scriptSchema, body, 'script').map((script) => testStore.controls.setScript(script)),
      ),
  },
  {
    method: 'GET',
    path: '/sessions/{id}/script',
    status: 200,
    handle: ({ session }) => session.map(({ testStore }) => testStore.pendingSteps().map(describeStep)),
  },
  {
    method: 'DELETE',
    path: '/sessions/{id}',
    status: 204,
    handle: ({ sessions, session }) =>
      session.andThen(({ id }) =>
        sessions.close(id)
          ? ok()
          : err(invalidRequest('The session of /v1 ends with the server. Delete its script: PUT [].')),
      ),
  },
];

/** Writes a step as a script takes it: the bytes of a raw response as Base64. */
function describeStep({ raw, ...step }: CheckedStep): object {
  const pieces = raw?.pieces.map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') }));
  return { ...step, ...(raw && { raw: { ...raw, pieces } }) };
}

function describeWrongOption(error: unknown): SessionError {
  if (!(error instanceof TypeError)) throw error; // a defect
  return invalidRequest(error.message);
}

function describeTooFew(error: unknown): SessionError {
  return { code: 'too_few_requests', message: (error as Error).message };
}

function describeSession({ id, basePath }: Session, origin: string): { readonly id: string; readonly baseUrl: string } {
  return { id, baseUrl: `${origin}${basePath}/v1` };
}
