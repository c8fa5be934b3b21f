import { err, ok, stringifyJson, type Result } from '@petstore/core';
import { statusOf } from '@petstore/core/internal';
import type { HttpHandler, HttpRequest, Reply } from '@petstore/http';
import { bearerKey, createRouter, isOneOf, readJsonBody } from '@petstore/http/internal';
import type { NodeHandler } from '@petstore/http-node/internal';
import { isReused } from './node-handler.ts';
import { sessionDocument } from './session-document.ts';
import { noSuchSession, sessionRoutes, type SessionError } from './session-routes.ts';
import { sessionsPath, testingPath, type Sessions } from './sessions.ts';

/** The most bytes that a body with pets or a script may have. */
const maxBodyBytes = 1_048_576;

/** The names of this machine. A page whose own name leads to this machine (DNS rebinding) sends that name. */
const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** The id of a session, and what is behind it. */
const behindSessions = new RegExp(`^${sessionsPath}/([^/]+)(/.*)?$`);

/** The paths below a session that are of its store, and need no token: the interface, its documents and its health check. */
const isOfStore = /^\/(?:v1(?:\/|$)|openapi(?:-3\.1)?\.json$|healthz$)/;

/**
 * Serves sessions below `/_testing`, beside everything that a handler serves: to this machine alone, and to no page of another
 * origin.
 *
 * @param token what a test shows as its bearer token
 */
export function createSessionHandler(handler: HttpHandler, sessions: Sessions, token: string): NodeHandler {
  const findRoute = createRouter('/v1');
  const isToken = isOneOf([token]);

  /** Does what a test asks for. */
  const control = async (request: HttpRequest, path: string): Promise<Result<Reply, SessionError>> => {
    if (path === `${testingPath}/openapi.json`) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      return isRead ? ok(reply(200, sessionDocument())) : err(wrongMethod('GET, HEAD'));
    }
    const key = bearerKey(request.headers.authorization);
    if (key === undefined) return err(noToken);
    if (!isToken(key)) return err(wrongToken);
    const [, id, rest = ''] = behindSessions.exec(path) ?? [];
    const template = id === undefined ? path.slice(testingPath.length) : `/sessions/{id}${rest}`;
    const routes = sessionRoutes.filter((route) => route.path === template);
    if (routes.length === 0) return err(notFound);
    const route = routes.find(({ method }) => method === request.method);
    if (route === undefined) return err(wrongMethod(routes.map(({ method }) => method).join(', ')));
    const session = sessions.find(id ?? '');
    return (await readBody(request))
      .andThen((body) => route.handle({ sessions, session, body, origin: request.baseUrl ?? '' }))
      .map((value) => reply(route.success.status, value));
  };

  return {
    refuse: (...args) => handler.refuse(...args),
    async handle(request, response) {
      isReused(response); // notes the connection: a session may get its next request
      const { path } = findRoute(request.method, request.target);
      if (path !== testingPath && !path.startsWith(`${testingPath}/`)) return handler.handle(request);
      if (!isLoopback.test(request.headers.host ?? '')) return errorReply(notLoopback);
      const [, id = '', rest = ''] = behindSessions.exec(path) ?? [];
      if (isOfStore.test(rest)) {
        const session = sessions.find(id);
        if (session !== undefined) return session.handler.handle(request, response);
        // Both let the pages of other origins see that the session is gone, as they see the replies of one that is not.
        if (request.method === 'OPTIONS') return handler.handle(request);
        return handler.refuse('not_found', noSuchSession.message, request);
      }
      return (await control(request, path)).match((done) => done, errorReply);
    },
  };
}

const notLoopback = error(
  403,
  'forbidden',
  'Sessions are for this machine alone: call them at 127.0.0.1 or localhost.',
);
const noToken = error(
  401,
  'unauthorized',
  'A token is required: send the header "Authorization: Bearer <TOKEN>" with the one that petstore --testing printed.',
  { 'WWW-Authenticate': 'Bearer realm="petstore testing"' },
);
const wrongToken = {
  ...noToken,
  message: 'This token is not valid: send the one that petstore --testing printed when it started.',
};
const notFound = error(404, 'not_found', `There is no such path here: see ${testingPath}/openapi.json.`);

function wrongMethod(allow: string): SessionError {
  return error(405, 'method_not_allowed', `This method is not possible here: send ${allow}.`, { Allow: allow });
}

function error(status: number, code: string, message: string, headers: Reply['headers'] = {}): SessionError {
  return { status, code, message, headers };
}

function errorReply({ status, code, message, headers }: SessionError): Reply {
  return reply(status, { code, message, status }, headers);
}

function reply(status: number, value: unknown, headers: Reply['headers'] = {}): Reply {
  if (status === 204) return { status, headers, body: '' };
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: stringifyJson(value) };
}

/** Reads a JSON body; `undefined` if there is none. */
async function readBody(request: HttpRequest): Promise<Result<unknown, SessionError>> {
  if (!request.hasBody) return ok(undefined);
  const body = await readJsonBody(request, maxBodyBytes);
  return body.mapErr(({ code, message }) => error(statusOf[code], code, message));
}
