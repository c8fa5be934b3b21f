import type { ApiKeyGate } from '@petstore/core';
import { bearerKey } from './bearer-key.ts';
import { corsHeaders, isPreflight, preflightReply } from './cors.ts';
import { getPetDeprecationHeaders } from './deprecation.ts';
import { checkOptions, type HttpOptions } from './options.ts';
import { pageMethods, pagesByPath } from './pages.ts';
import { errorReply, withHeaders, type Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { allowedMethods, operationOf, routeOf, type Route } from './routes.ts';
import { parseTarget, type Target } from './target.ts';
import type { Operation } from './operations.ts';
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
}

/**
 * Makes the `/v1` interface over a store and its keys.
 *
 * @throws TypeError for a wrong option, naming it
 */
export function createHandler(gate: ApiKeyGate, options: HttpOptions = {}): HttpHandler {
  const { maxBodyBytes, cors, getPetDeprecatedSince, pages, onRequest } = checkOptions(gate, options);
  const pageAt = pagesByPath(pages);
  const everyReply = cors ? corsHeaders : {};
  const everyGetPet = { ...everyReply, ...getPetDeprecationHeaders(getPetDeprecatedSince) };

  /** The checks in their order, each of which may answer; then the operation. */
  const answer = async ({ request, target, route, operation }: Head): Promise<Reply> => {
    if (!route.underBase) return outside(request.method, target.path, pageAt(target.path));
    if (cors && isPreflight(request)) return preflightReply;

    const key = bearerKey(request.header('authorization'));
    const authenticated = await gate.authenticate(key);
    if (authenticated.isErr()) return challenge(authenticated.error.message, key !== undefined);

    if (route.methods === undefined) return noSuchPath(target.path);
    if (operation === undefined) return methodNotAllowed(request.method, allowedMethods(route.methods));
    const { petId } = route;
    return operation.perform({ store: authenticated.value, request, query: target.query, petId, maxBodyBytes });
  };

  return {
    async handle(request) {
      const arrived = performance.now();
      const target = parseTarget(request.target);
      const route = routeOf(target.segments);
      const operation = operationOf(route, request.method);

      const reply = await answer({ request, target, route, operation }).catch(defectReply);
      onRequest({
        method: request.method,
        path: target.path,
        ...(operation && { operation: operation.name }),
        status: reply.status,
        milliseconds: performance.now() - arrived,
        ...('failure' in reply && { failure: reply.failure }),
      });
      return withHeaders(reply, operation?.name === 'getPet' ? everyGetPet : everyReply);
    },
    refuse: (code, message) => withHeaders(errorReply(code, message), everyReply),
  };
}

/** Answers outside `/v1`, where no key is required. */
function outside(method: string, path: string, page: Reply | undefined): Reply {
  if (page === undefined) return noSuchPath(path);
  return pageMethods.some((allowed) => allowed === method) ? page : methodNotAllowed(method, pageMethods.join(', '));
}

function noSuchPath(path: string): Reply {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return errorReply('not_found', `There is no "${shown}" here: the paths are /v1/pets and /v1/pets/{petId}.`);
}

/** The scheme's challenge (RFC 6750, section 3), which tells a wrong key from none. */
function challenge(message: string, keyGiven: boolean): Reply {
  const realm = 'Bearer realm="petstore"';
  return errorReply('unauthorized', message, {
    'WWW-Authenticate': keyGiven ? `${realm}, error="invalid_token"` : realm,
  });
}

function methodNotAllowed(method: string, allow: string): Reply {
  return errorReply('method_not_allowed', `${method} is not possible here: send ${allow}.`, { Allow: allow });
}

function defectReply(defect: unknown): Reply {
  return {
    ...errorReply('internal_error', 'The server failed to answer this request: this is a defect of its own.'),
    failure: defect ?? new Error(`${String(defect)} was thrown.`),
  };
}
