import { parseOptions } from '@petstore/core';
import { createAuthenticator } from './authentication.ts';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts';
import { deprecationHeaders } from './deprecation.ts';
import { healthPath, healthReply } from './health.ts';
import { operations, type KnownOperation } from './operations/operations.ts';
import { httpOptionsSchema, type HttpOptions } from './options.ts';
import { createPages } from './pages.ts';
import { defectReply, errorReply, operationErrorReply, type Reply, type ReplyDraft } from './reply.ts';
import { createLogger } from './request-log.ts';
import type { HttpRequest } from './request.ts';
import { allowOf, createRouter, type Route } from './router.ts';
import { type WireErrorCode } from './wire-error.ts';
import { parseAddress } from './address.ts';

/** The `/v1` interface, as a function from a request to its reply. */
export interface HttpHandler {
  /** Answers a request, and logs the reply. It never rejects: a defect becomes a 500. */
  handle(request: HttpRequest): Promise<Reply>;
  /**
   * Whether a request target is under `/v1`, or a page or an OpenAPI document. Elsewhere, `handle` answers 404, without a key too,
   * except at `/healthz`: a host that asks `serves` may have a health check of its own there.
   */
  serves(target: string): boolean;
  /**
   * Makes the reply to what an adapter refuses by itself, such as a head that its parser cannot read, and logs it.
   *
   * @param request what is known of the request
   */
  refuse(
    code: WireErrorCode,
    message: string,
    request?: Partial<Pick<HttpRequest, 'method' | 'target' | 'headers'>>,
  ): Reply;
}

/**
 * Makes the `/v1` interface over a store and its keys.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function createHandler(options: HttpOptions): HttpHandler {
  const { store, apiKeys, maxBodyBytes, cors, getPetDeprecatedSince, publicUrl, basePath, onRequest, ...checked } =
    parseOptions(httpOptionsSchema, options);
  const authenticate = createAuthenticator(store, apiKeys);
  const base = `${basePath}/v1`;
  const listed = operations.map(({ method, path }) => `${method} ${base}${path}`).join(', ');
  const findRoute = createRouter(base);
  const pages = createPages(checked.pages, getPetDeprecatedSince);
  const log = createLogger(onRequest);
  const headersOfAll = { 'Content-Type': 'application/json', ...(cors && corsHeaders({})) };
  const headersOf = new Map<KnownOperation | undefined, Reply['headers']>();
  for (const operation of operations) {
    if (!('deprecation' in operation)) continue;
    headersOf.set(operation, { ...headersOfAll, ...deprecationHeaders(operation.deprecation, getPetDeprecatedSince) });
  }

  /** Answers outside `/v1`, where no key is required. */
  const answerOutside = ({ method, baseUrl }: HttpRequest, path: string): ReplyDraft | Promise<ReplyDraft> => {
    const address = publicUrl ?? parseAddress(baseUrl && `${baseUrl}${basePath}`);
    const page = pages.find(pagePath(path)) ?? (pagePath(path) === healthPath ? () => healthReply(store) : undefined);
    if (page === undefined) {
      // Load balancers such as HAProxy send `OPTIONS /` as their health check; `*` asks about the server as a whole.
      if (method === 'OPTIONS' && (path === '/' || path === '*')) return allowed(allowOf(operations));
      return noSuchPath(path, `the interface is below ${base}, see ${address ?? basePath}${pages.guide}`);
    }
    if (method === 'OPTIONS') return allowed('GET, HEAD');
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(method, 'GET, HEAD');
    return page(address);
  };

  /** Returns the path without the base path, or `''` if it is outside: no page has an empty path. */
  const pagePath = (path: string): string => (path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '');

  const noSuchPath = (path: string, hint: string): ReplyDraft => {
    const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
    return errorReply('not_found', `There is no "${shown}" here: ${hint}.`);
  };

  /** Finishes every reply: logs it, and adds the headers that all replies have. */
  const finish = (
    draft: ReplyDraft,
    { method, headers: requestHeaders }: Pick<HttpRequest, 'method' | 'headers'>,
    { path, operation }: Route,
    started?: number,
  ): Reply => {
    const { status, headers, body, code, failure } = draft;
    log({ method, path, operation: operation?.name, status, code, started, failure });
    const common = headersOf.get(operation) ?? headersOfAll;
    const ofOrigin = cors && requestHeaders.origin !== undefined ? corsHeaders(requestHeaders) : undefined;
    if (status === 204) return { status, headers: { ...(cors && corsHeaders(requestHeaders)), ...headers }, body };
    if (headers === undefined && ofOrigin === undefined) return { status, headers: common, body };
    // not a spread (measured: bench/README.md)
    return { status, headers: Object.assign({}, common, ofOrigin, headers), body };
  };

  return {
    async handle(request) {
      const started = performance.now();
      const route = findRoute(request.method, request.target);
      const reply = (draft: ReplyDraft) => finish(draft, request, route, started);
      try {
        const { path, query, isUnderBase, allow, operation, parameters } = route;
        if (cors && isPreflight(request)) return reply({ status: 204, headers: preflightHeaders(request), body: '' });
        if (!isUnderBase) return reply(await answerOutside(request, path));

        const authenticated = await authenticate(request.headers.authorization);
        if (authenticated.isErr()) return reply(authenticated.error);
        if (allow === undefined) return reply(noSuchPath(path, `the operations are ${listed}`));
        if (operation === undefined) {
          return reply(request.method === 'OPTIONS' ? allowed(allow) : methodNotAllowed(request.method, allow));
        }

        const call = { store: authenticated.value, query, path: parameters, request, maxBodyBytes };
        const result = await operation.handle(call);
        if (result.isErr()) return reply(operationErrorReply(result.error, operation.method === 'GET'));
        return reply({ status: operation.success.status, body: result.value });
      } catch (defect) {
        return reply(defectReply(defect));
      }
    },
    serves(target) {
      const { isUnderBase, path } = findRoute('GET', target);
      return isUnderBase || pages.find(pagePath(path)) !== undefined;
    },
    refuse(code, message, { method = '', target = '', headers = {} } = {}) {
      const route = { ...findRoute(method, target), operation: undefined }; // the request never reaches the operation
      const allow = code === 'method_not_allowed' ? { Allow: allowOf(operations) } : undefined;
      return finish(errorReply(code, message, allow), { method, headers }, route);
    },
  };
}

/** Makes the reply to an OPTIONS that is no preflight (RFC 9110, section 9.3.7). */
function allowed(allow: string): ReplyDraft {
  return { status: 204, headers: { Allow: allow }, body: '' };
}

function methodNotAllowed(method: string, allow: string): ReplyDraft {
  return errorReply('method_not_allowed', `${method} is not possible here: send ${allow}.`, { Allow: allow });
}
