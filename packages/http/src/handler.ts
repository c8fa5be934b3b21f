import type { ApiKeyGate } from '@petstore/core';
import { bearerKey } from './bearer-key.ts';
import { corsHeaders, isPreflight, preflightReply } from './cors.ts';
import { getPetDeprecationHeaders } from './deprecation.ts';
import { checkOptions, type HttpOptions } from './options.ts';
import { pageMethods, pagesByPath } from './pages.ts';
import { errorReply, type Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { allowedMethods, operationOf, routeOf, type Route } from './routes.ts';
import { parseTarget, type Target } from './target.ts';
import { getPet, type Operation } from './operations.ts';
import type { WireErrorCode } from './wire-error.ts';

/** The `/v1` interface, as a function from a request to its reply. */
export interface HttpHandler {
  /** Answers a request. It never rejects: a defect becomes a 500. */
  handle(request: HttpRequest): Promise<Reply>;
  /** Makes the reply to what never became a request, such as a head that the parser of an adapter refused. */
  refuse(code: WireErrorCode, message: string): Reply;
}

/** What is known of a request once its head is read. */
interface Head {
  readonly request: HttpRequest;
  readonly target: Target;
  readonly route: Route;
  readonly operation: Operation | undefined;
  /** The headers of every JSON reply to it. */
  readonly headers: Reply['headers'];
}

/**
 * Makes the `/v1` interface over a store and its keys.
 *
 * @throws TypeError for a wrong option, naming it
 */
export function createHandler(gate: ApiKeyGate, options: HttpOptions = {}): HttpHandler {
  const { maxBodyBytes, cors, getPetDeprecatedSince, pages, onRequest } = checkOptions(gate, options);
  const isWatched = options.onRequest !== undefined; // else no record is made that nobody reads
  const pageAt = pagesByPath(pages);
  const everyReply = cors ? corsHeaders : {};
  const jsonHeaders = { 'Content-Type': 'application/json', ...everyReply };
  const getPetHeaders = { ...jsonHeaders, ...getPetDeprecationHeaders(getPetDeprecatedSince) };

  /** The checks in their order, each of which may answer; then the operation. */
  const answer = async ({ request, target, route, operation, headers }: Head): Promise<Reply> => {
    if (!route.underBase) return outside(request.method, target.path);
    if (cors && isPreflight(request)) return preflightReply;

    const key = bearerKey(request.header('authorization'));
    const authenticated = await gate.authenticate(key);
    if (authenticated.isErr()) return challenge(authenticated.error.message, key !== undefined, headers);

    if (route.methods === undefined) return noSuchPath(target.path, headers);
    if (operation === undefined) return methodNotAllowed(request.method, allowedMethods(route.methods), headers);
    const { petId } = route;
    const { query } = target;
    return await operation.perform({ store: authenticated.value, request, query, petId, maxBodyBytes, headers });
  };

  /** Answers outside `/v1`, where no key is required. */
  const outside = (method: string, path: string): Reply => {
    const page = pageAt(path);
    if (page === undefined) return noSuchPath(path, jsonHeaders);
    if (!pageMethods.some((allowed) => allowed === method)) {
      return methodNotAllowed(method, pageMethods.join(', '), jsonHeaders);
    }
    return { ...page, headers: { ...everyReply, ...page.headers } };
  };

  return {
    async handle(request) {
      const arrived = performance.now();
      const target = parseTarget(request.target);
      const route = routeOf(target.segments);
      const operation = operationOf(route, request.method);
      const headers = operation === getPet ? getPetHeaders : jsonHeaders;

      let reply: Reply;
      try {
        reply = await answer({ request, target, route, operation, headers });
      } catch (defect) {
        reply = defectReply(defect, headers);
      }
      if (isWatched || reply.failure !== undefined) {
        onRequest({
          method: request.method,
          path: target.path,
          ...(operation && { operation: operation.name }),
          status: reply.status,
          milliseconds: performance.now() - arrived,
          ...('failure' in reply && { failure: reply.failure }),
        });
      }
      return reply;
    },
    refuse: (code, message) => errorReply(code, message, jsonHeaders),
  };
}

function noSuchPath(path: string, headers: Reply['headers']): Reply {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return errorReply('not_found', `There is no "${shown}" here: the paths are /v1/pets and /v1/pets/{petId}.`, headers);
}

/** The scheme's challenge (RFC 6750, section 3), which tells a wrong key from none. */
function challenge(message: string, keyGiven: boolean, headers: Reply['headers']): Reply {
  const realm = 'Bearer realm="petstore"';
  return errorReply('unauthorized', message, {
    ...headers,
    'WWW-Authenticate': keyGiven ? `${realm}, error="invalid_token"` : realm,
  });
}

function methodNotAllowed(method: string, allow: string, headers: Reply['headers']): Reply {
  return errorReply('method_not_allowed', `${method} is not possible here: send ${allow}.`, {
    ...headers,
    Allow: allow,
  });
}

function defectReply(defect: unknown, headers: Reply['headers']): Reply {
  return {
    ...errorReply('internal_error', 'The server failed to answer this request: this is a defect of its own.', headers),
    failure: defect ?? new Error(`${String(defect)} was thrown.`),
  };
}
