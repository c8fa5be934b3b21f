import { createAuthenticator } from './authentication.ts';
import { corsHeaders, isPreflight, preflightReply } from './cors.ts';
import { getPetDeprecationHeaders } from './deprecation.ts';
import { getPet, type Operation } from './operations.ts';
import { checkOptions, type HttpOptions } from './options.ts';
import { pageMethods, pagesByPath } from './pages.ts';
import { errorReply, jsonReply, operationErrorReply, type Reply } from './reply.ts';
import { createLogger } from './request-log.ts';
import type { HttpRequest } from './request.ts';
import { allowedMethods, operationOf, routeOf, type Route } from './routes.ts';
import { parseTarget, type Target } from './target.ts';
import type { WireErrorCode } from './wire-error.ts';

/** The `/v1` interface, as a function from a request to its reply. */
export interface HttpHandler {
  /** Answers a request, and logs the reply. It never rejects: a defect becomes a 500. */
  handle(request: HttpRequest): Promise<Reply>;
  /**
   * Makes the reply to what an adapter refuses by itself, such as a head that its parser cannot read, and logs it.
   *
   * @param request what is known of the request
   */
  refuse(code: WireErrorCode, message: string, request?: RequestLine): Reply;
}

/** The first line of a request. */
export type RequestLine = Pick<HttpRequest, 'method' | 'target'>;

/**
 * Makes the `/v1` interface over a store and its keys.
 *
 * @throws TypeError for a wrong option, naming it
 */
export function createHandler(options: HttpOptions): HttpHandler {
  const { store, apiKeys, maxBodyBytes, cors, getPetDeprecatedSince, pages, onRequest } = checkOptions(options);
  const authenticate = createAuthenticator(store, apiKeys);
  const pageAt = pagesByPath(pages);
  const log = createLogger(onRequest);
  const headersOfAll = cors ? corsHeaders : {};
  const headersOfGetPet = { ...headersOfAll, ...getPetDeprecationHeaders(getPetDeprecatedSince) };

  /** Answers in steps, each of which may end it. */
  const answer = async (
    request: HttpRequest,
    { path, query }: Target,
    route: Route,
    operation: Operation | undefined,
  ): Promise<Reply> => {
    if (!route.underBase) return pageReply(request.method, path);
    if (cors && isPreflight(request)) return preflightReply;

    const authenticated = await authenticate(request.header('authorization'));
    if (authenticated.isErr()) {
      const { code, message, challenge } = authenticated.error;
      return errorReply(code, message, { 'WWW-Authenticate': challenge });
    }
    if (route.methods === undefined) return noSuchPath(path);
    if (operation === undefined) return methodNotAllowed(request.method, allowedMethods(route.methods));

    const { petId } = route;
    const result = await operation.perform({ store: authenticated.value, request, query, petId, maxBodyBytes });
    return result.isOk()
      ? jsonReply(operation.status, operation.stringify(result.value))
      : operationErrorReply(result.error);
  };

  /** Answers outside `/v1`, where no key is required. */
  const pageReply = (method: string, path: string): Reply => {
    const page = pageAt(path);
    if (page === undefined) return noSuchPath(path);
    return pageMethods.some((allowed) => allowed === method) ? page : methodNotAllowed(method, pageMethods.join(', '));
  };

  /** What every reply passes on its way out: the headers that all have, and the log. */
  const send = (reply: Reply, request: RequestLine, arrived: number, operation?: Operation): Reply => {
    log({
      method: request.method,
      path: parseTarget(request.target).path,
      ...(operation && { operation: operation.name }),
      status: reply.status,
      milliseconds: performance.now() - arrived,
      ...('failure' in reply && { failure: reply.failure }),
    });
    const headers = operation === getPet ? headersOfGetPet : headersOfAll;
    return { ...reply, headers: { ...reply.headers, ...headers } };
  };

  return {
    async handle(request) {
      const arrived = performance.now();
      const target = parseTarget(request.target);
      const route = routeOf(target.path);
      const operation = operationOf(route, request.method);
      const reply = await answer(request, target, route, operation).catch(defectReply);
      return send(reply, request, arrived, operation);
    },
    refuse: (code, message, request = { method: '', target: '' }) =>
      send(errorReply(code, message), request, performance.now()),
  };
}

function noSuchPath(path: string): Reply {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return errorReply('not_found', `There is no "${shown}" here: /openapi.json lists the paths.`);
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
