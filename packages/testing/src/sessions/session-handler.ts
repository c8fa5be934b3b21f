import { err, ok, type Result, stringifyJson } from '@petstore/core';
import {
  createKeyMatcher,
  errorStatuses,
  type HttpRequest,
  parseBearerKey,
  readJsonBody,
  type HttpResponse,
  splitTarget,
} from '@petstore/http';
import type { ConnectionHandler } from '@petstore/http-node';
import { noteRequest } from '../test-store-handler.ts';
import {
  invalidRequest,
  noSuchSession,
  type SessionCall,
  type SessionCallInput,
  type SessionError,
} from './session-call.ts';
import { sessionCalls } from './session-calls.ts';
import type { OpenSessions, Session } from './sessions.ts';

export const testingPath = '/_testing';

export const sessionsPath = `${testingPath}/sessions`;

/** The id of the session whose store is `/v1` itself. */
export const mainId = 'main';

/** The max length of a body with pets or a script, in bytes. */
const maxBodyBytes = 1_048_576;

const testingPathPattern = new RegExp(`^${testingPath}(?:/|$)`);

const sessionPathPattern = new RegExp(`^${sessionsPath}/([^/]+)(/.*)?$`);

/** Finds where a path of a store begins: the interface, its documents and its health check. */
const storePathPattern = /\/(?:v1(?:\/|$)|openapi(?:-3\.1)?\.json$|healthz$)/;

/**
 * Makes the handler that serves sessions below `/_testing`, and everything else by the store of the main one. The token opens every
 * call. A key of the main session opens the calls of that session, because it opens the store, too. The store of another session needs
 * its random id and its key.
 *
 * @param publicUrl the address at which clients reach the server, if it differs. A client that calls its host gets it in `baseUrl`
 */
export function createSessionHandler(
  main: Session,
  sessions: OpenSessions,
  {
    token,
    apiKeys,
    publicUrl,
  }: { readonly token: string; readonly apiKeys: readonly string[]; readonly publicUrl: string | undefined },
): ConnectionHandler {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const isToken = createKeyMatcher([token]);
  const isKeyOfMain = createKeyMatcher(apiKeys);
  const { testStore } = main;

  /** @param id the session that the call is for, if it is for one */
  const checkKey = (request: HttpRequest, id: string | undefined): Result<void, SessionError> => {
    const key = parseBearerKey(request.headers.authorization);
    if (key === undefined) return err(noToken);
    return isToken(key) || (id === mainId && isKeyOfMain(key)) ? ok() : err(wrongToken);
  };

  const chooseOrigin = (request: HttpRequest): string => {
    const host = request.headers.host?.replace(/:\d*$/, '').toLowerCase();
    return (host === publicHost ? publicUrl : request.baseUrl) ?? '';
  };

  const respondToCall = async (
    request: HttpRequest,
    id: string | undefined,
    session: SessionCallInput['session'],
    gone: AbortSignal,
  ): Promise<HttpResponse> => {
    const { plainPath: path, query } = splitTarget(request.target);
    const call = checkKey(request, id).andThen(() => findCall(request.method, path, query));
    if (call.isErr()) return createErrorResponse(call.error);
    const body = request.hasBody ? await readJsonBody(request, maxBodyBytes) : ok();
    if (body.isErr()) return createErrorResponse(body.error);
    const input = { sessions, session, query, body: body.value, origin: chooseOrigin(request), gone };
    const result = await call.value.handle(input);
    return result.match((value) => createJsonResponse(call.value.status, value), createErrorResponse);
  };

  return {
    apiKey: testStore.controls.apiKey,
    respondWithError: (...args) => testStore.respondWithError(...args),
    async handle(request, response) {
      const { gone } = noteRequest(response); // the next request of the connection may be for a session
      const path = splitTarget(request.target).plainPath;
      // Only /v1 plays the script and is recorded: not its documents, its pages and its health check.
      if (path.startsWith('/v1')) return main.handler.handle(request, response);
      if (!testingPathPattern.test(path)) return testStore.handlePlainly(request);

      const [, id, rest = ''] = sessionPathPattern.exec(path) ?? [];
      const session = id === mainId ? main : sessions.use(path);
      session?.addResponse(response);
      if (session !== undefined && isPathOfStore(path, session)) return session.handler.handle(request, response);
      // The `basePath` of a closed session is not known.
      if (session === undefined && storePathPattern.test(rest)) {
        // The main handler adds CORS headers, so that pages of other origins can read this 404 too.
        if (request.method === 'OPTIONS') return testStore.handlePlainly(request);
        return testStore.respondWithError('not_found', noSuchSession.message, request);
      }
      const found = session === undefined ? err(noSuchSession) : ok(session);
      return respondToCall(request, id, found, gone);
    },
  };
}

/** Finds the call of a request below `/_testing`. */
function findCall(method: string, path: string, query: string): Result<SessionCall, SessionError> {
  const template = path.slice(testingPath.length).replace(/^\/sessions\/[^/]+/, '/sessions/{id}');
  const calls = sessionCalls.filter((call) => call.path === template);
  if (calls.length === 0) return err(notFound);
  const call = calls.find((each) => each.method === method);
  if (call === undefined) {
    const allow = calls.map((each) => each.method).join(', ');
    const message = `This method is not possible here: send ${allow}.`;
    return err({ code: 'method_not_allowed', message, headers: { Allow: allow } });
  }
  if (query !== '' && call.hasQuery !== true)
    return err(invalidRequest('query must be left out: this call has no parameters.'));
  return ok(call);
}

/** Whether a path is of the store of a session, which needs no token. No path below `main` is: its store is /v1 itself. */
function isPathOfStore(path: string, { basePath }: Session): boolean {
  return path.startsWith(basePath) && path.slice(basePath.length).search(storePathPattern) === 0;
}

const noToken: SessionError = {
  code: 'unauthorized',
  message:
    'A token is required: send the header "Authorization: Bearer <TOKEN>" with the one that petstore-kit --testing printed, or that was set with --testing-token (PETSTORE_TESTING_TOKEN). Below /_testing/sessions/main, an API key will do.',
  headers: { 'WWW-Authenticate': 'Bearer realm="petstore testing"' },
};
const wrongToken: SessionError = {
  ...noToken,
  message:
    'This token is not valid: send the one that petstore-kit --testing printed when it started, or that was set with --testing-token (PETSTORE_TESTING_TOKEN). Below /_testing/sessions/main, an API key will do.',
};
const notFound: SessionError = {
  code: 'not_found',
  message: `There is no such path here. The calls are ${sessionCalls.map(({ method, path }) => `${method} ${testingPath}${path}`).join(', ')}.`,
};

const statuses = { ...errorStatuses, too_few_requests: 409 };

function createErrorResponse({ code, message, headers }: SessionError): HttpResponse {
  const status = statuses[code];
  return createJsonResponse(status, { code, message, status }, headers);
}

function createJsonResponse(status: number, value: unknown, headers: HttpResponse['headers'] = {}): HttpResponse {
  if (status === 204) return { status, headers, body: '' };
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: stringifyJson(value) };
}
