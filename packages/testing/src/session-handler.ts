import { err, ok, type Result, stringifyJson } from '@petstore/core';
import {
  bearerKey,
  createKeyMatcher,
  createRouter,
  type HttpHandler,
  type HttpRequest,
  isApiKey,
  isHost,
  readJsonBody,
  type Reply,
  statusOf,
} from '@petstore/http';
import type { NodeHandler } from '@petstore/http-node';
import { isReused } from './node-handler.ts';
import { sessionDocument } from './session-document.ts';
import { testingPage } from './session-page.ts';
import { noSuchSession, parseQuery, sessionRoutes, type SessionError } from './session-routes.ts';
import { sessionsPath, testingPath, type Session, type Sessions } from './sessions.ts';

/** The most bytes that a body with pets or a script may have. */
const maxBodyBytes = 1_048_576;

/** The names of this machine, without a port. */
const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The id of a session, and what is behind it. */
const behindSessions = new RegExp(`^${sessionsPath}/([^/]+)(/.*)?$`);

/** The paths of a store, and need no token: the interface, its documents and its health check. */
const isOfStore = /^\/(?:v1(?:\/|$)|openapi(?:-3\.1)?\.json$|healthz$)/;

/** The same below the path of a session that is gone, whose `basePath` is not known. */
const wasOfStore = /\/(?:v1(?:\/|$)|openapi(?:-3\.1)?\.json$|healthz$)/;

/** Who may open sessions. */
export interface SessionAccess {
  /** What a test shows as its bearer token. */
  readonly token: string;
  /** The values of Host, without a port, to accept beside those of this machine. */
  readonly hosts: readonly string[];
  /** The address at which clients reach the server, if it differs. Its host is accepted too. */
  readonly publicUrl: string | undefined;
}

/**
 * Serves sessions below `/_testing`, beside everything that a handler serves: under the names of this machine and those that its owner
 * allows, and to no page of another origin. A page whose own name leads to this machine (DNS rebinding) is of no other origin, but
 * it sends that name as its Host.
 *
 * @throws TypeError for a wrong token or host
 */
export function createSessionHandler(handler: HttpHandler, sessions: Sessions, access: SessionAccess): NodeHandler {
  const { token, hosts, publicUrl } = access;
  if (!isApiKey(token)) {
    throw new TypeError('testingToken must be a string of 1 to 4,096 visible ASCII characters without spaces.');
  }
  checkHosts(hosts);
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const allowed = [...hosts, publicHost].map((host) => host?.toLowerCase());
  const findRoute = createRouter('/v1');
  const isToken = createKeyMatcher([token]);

  /** Does what a test asks for. */
  const control = async (call: Call): Promise<Result<Reply, SessionError>> => {
    const { request, path, query, session, origin, gone } = call;
    const document = documents.get(path);
    if (document !== undefined) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      return isRead ? ok(document(origin)) : err(wrongMethod('GET, HEAD'));
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
    const parameters = parseQuery(route, query);
    if (parameters.isErr()) return err(parameters.error);
    const body = await readBody(request);
    if (body.isErr()) return err(body.error);
    const done = await route.handle({ sessions, session, query: parameters.value, body: body.value, origin, gone });
    return done.map((value) => reply(route.success.status, value));
  };

  return {
    refuse: (code, message, request) => handler.refuse(code, message, request),
    async handle(request, response) {
      isReused(response); // notes the connection: a session may get its next request
      const { path, query } = findRoute(request.method, request.target);
      if (path !== testingPath && !path.startsWith(`${testingPath}/`)) return handler.handle(request);
      const { host: sent = '' } = request.headers;
      const host = sent.replace(/:\d*$/, '').toLowerCase();
      if (!isLoopback.test(host) && !allowed.includes(host)) return errorReply(notAllowed(host));
      const [, id = '', rest = ''] = behindSessions.exec(path) ?? [];
      const session = sessions.find(id);
      if (
        session !== undefined &&
        isOfStore.test(path.slice(session.basePath.length)) &&
        path.startsWith(session.basePath)
      ) {
        return session.handler.handle(request, response);
      }
      if (session === undefined && wasOfStore.test(rest)) {
        // Both let the pages of other origins see that the session is gone, as they see the replies of one that is not.
        if (request.method === 'OPTIONS') return handler.handle(request);
        return handler.refuse('not_found', noSuchSession.message, request);
      }
      const gone = new AbortController();
      response.once('close', () => {
        gone.abort();
      });
      const origin = (host === publicHost ? publicUrl?.replace(/\/+$/, '') : request.baseUrl) ?? '';
      const done = await control({ request, path, query, session, origin, gone: gone.signal });
      return done.match((reply) => reply, errorReply);
    },
  };
}

function checkHosts(hosts: unknown): void {
  if (Array.isArray(hosts) && hosts.every(isHost)) return;
  throw new TypeError(
    'testingHosts must be a list of host names or addresses without a port, such as petstore or [fd00::1].',
  );
}

/** A call of a route. */
interface Call {
  readonly request: HttpRequest;
  readonly path: string;
  readonly query: string;
  readonly session: Session | undefined;
  readonly origin: string;
  readonly gone: AbortSignal;
}

/** What needs no token, by its path. */
const documents = new Map<string, (origin: string) => Reply>([
  [testingPath, testingPage],
  [`${testingPath}/`, testingPage],
  [`${testingPath}/openapi.json`, () => reply(200, sessionDocument())],
]);

function notAllowed(host: string): SessionError {
  const [shown, name] = isHost(host) ? [` "${host}"`, host] : ['', 'NAME'];
  return error(
    403,
    'forbidden',
    `The sessions are not served under the host name${shown}: a web page could make any name lead here (DNS rebinding). Call them at ` +
      `127.0.0.1 or localhost, or start petstore with --testing-host ${name} (PETSTORE_TESTING_HOSTS) to allow it.`,
  );
}

const noToken = error(
  401,
  'unauthorized',
  'A token is required: send the header "Authorization: Bearer <TOKEN>" with the one that petstore-kit --testing printed, or that was set with --testing-token (PETSTORE_TESTING_TOKEN).',
  { 'WWW-Authenticate': 'Bearer realm="petstore testing"' },
);
const wrongToken = {
  ...noToken,
  message:
    'This token is not valid: send the one that petstore-kit --testing printed when it started, or that was set with --testing-token (PETSTORE_TESTING_TOKEN).',
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
