import { parseOptions } from '@petstore/core';
import { parseAddress } from './address.ts';
import { createAuthenticator } from './concerns/authentication.ts';
import { createCorsHeaders, createPreflightHeaders, isPreflight } from './concerns/cors.ts';
import { createDeprecationHeaders } from './concerns/deprecation.ts';
import { checkHealth, healthPath } from './concerns/health.ts';
import type { Operation } from './operations/operation.ts';
import { operations } from './operations/operations.ts';
import { httpOptionsSchema, type HttpOptions } from './options.ts';
import { createPages } from './concerns/pages.ts';
import {
  createDefectResponse,
  createErrorResponse,
  createOperationErrorResponse,
  type HttpResponse,
  type ResponseDraft,
} from './response.ts';
import { createLogger } from './concerns/request-log.ts';
import type { HttpRequest } from './request.ts';
import { createRouter, decodeUnreserved, formatAllow, type Route } from './router.ts';
import type { HttpErrorCode } from './http-error.ts';

/** The `/v1` interface, as a function from a request to its response. */
export interface HttpHandler {
  /** Answers a request, and logs the response. It never rejects: a defect becomes a 500. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Whether a request target is under `/v1`, or is a page or an OpenAPI document. For any other target `handle` answers 404,
   * without asking for a key. The exception is `/healthz`: `handle` answers it, but `serves` leaves it to the host, which may have
   * its own health check.
   */
  serves(target: string): boolean;
  /**
   * Makes and logs the response to a request that an adapter refuses itself, such as one with a malformed head.
   *
   * @param request the known parts of the request
   */
  respondWithError(
    code: HttpErrorCode,
    message: string,
    request?: Partial<Pick<HttpRequest, 'method' | 'target' | 'headers'>>,
  ): HttpResponse;
}

/**
 * Makes the `/v1` interface over a store and its keys.
 *
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function createHandler(options: HttpOptions): HttpHandler {
  const checked = parseOptions(httpOptionsSchema, options);
  const { store, apiKeys, maxBodyBytes, cors, getPetDeprecatedSince, publicUrl, basePath, onRequest } = checked;
  const authenticate = createAuthenticator(store, apiKeys);
  const base = `${basePath}/v1`;
  const operationList = operations.map(({ method, path }) => `${method} ${base}${path}`).join(', ');
  const findRoute = createRouter(base);
  const pages = createPages(checked.pages, getPetDeprecatedSince);
  const log = createLogger(onRequest);
  const commonHeaders = { 'Content-Type': 'application/json', ...(cors && createCorsHeaders({})) };
  const headersByOperation = new Map<Operation | undefined, HttpResponse['headers']>();
  for (const operation of operations) {
    if (operation.deprecation === undefined) continue;
    const deprecationHeaders = createDeprecationHeaders(operation.deprecation, getPetDeprecatedSince);
    headersByOperation.set(operation, { ...commonHeaders, ...deprecationHeaders });
  }

  /** Answers outside `/v1`, where no key is required. */
  const answerOutside = ({ method, baseUrl }: HttpRequest, path: string): ResponseDraft | Promise<ResponseDraft> => {
    const address = publicUrl ?? parseAddress(baseUrl && `${baseUrl}${basePath}`);
    const pagePath = removeBasePath(path);
    const page = pages.find(pagePath) ?? (pagePath === healthPath ? () => checkHealth(store) : undefined);
    if (page === undefined) {
      // Load balancers such as HAProxy send `OPTIONS /` as their health check; `*` asks about the server as a whole.
      if (method === 'OPTIONS' && (path === '/' || path === '*')) return createAllowResponse(formatAllow(operations));
      return createNotFoundResponse(path, `the interface is below ${base}, see ${address ?? basePath}${pages.guide}`);
    }
    if (method === 'OPTIONS') return createAllowResponse('GET, HEAD');
    if (method !== 'GET' && method !== 'HEAD') return createMethodResponse(method, 'GET, HEAD');
    return page(address);
  };

  /** Returns the path without the base path, with encoded letters as letters; `''`, which no page has, for a path outside. */
  const removeBasePath = (path: string): string => {
    const decoded = decodeUnreserved(path);
    return decoded.startsWith(`${basePath}/`) ? decoded.slice(basePath.length) : '';
  };

  /** Logs a response, and adds the headers that all responses have. */
  const finish = (
    draft: ResponseDraft,
    { method, headers: requestHeaders }: Pick<HttpRequest, 'method' | 'headers'>,
    { path, operation }: Route,
    started?: number,
  ): HttpResponse => {
    const { status, headers, body, code, failure } = draft;
    log({ method, path, operation: operation?.name, status, code, started, failure });
    const common = headersByOperation.get(operation) ?? commonHeaders;
    const ofOrigin = cors && requestHeaders.origin !== undefined ? createCorsHeaders(requestHeaders) : undefined;
    if (status === 204)
      return { status, headers: { ...(cors && createCorsHeaders(requestHeaders)), ...headers }, body };
    if (headers === undefined && ofOrigin === undefined) return { status, headers: common, body };
    // not a spread (measured: bench/README.md)
    return { status, headers: Object.assign({}, common, ofOrigin, headers), body };
  };

  return {
    async handle(request) {
      const started = performance.now();
      const route = findRoute(request.method, request.target);
      const reply = (draft: ResponseDraft) => finish(draft, request, route, started);
      try {
        const { path, query, isUnderBase, allow, operation, parameters } = route;
        if (cors && isPreflight(request)) {
          return reply({ status: 204, headers: createPreflightHeaders(request), body: '' });
        }
        if (!isUnderBase) return reply(await answerOutside(request, path));

        const authenticated = await authenticate(request.headers.authorization);
        if (authenticated.isErr()) return reply(authenticated.error);
        if (allow === undefined) return reply(createNotFoundResponse(path, `the operations are ${operationList}`));
        if (operation === undefined) {
          return reply(
            request.method === 'OPTIONS' ? createAllowResponse(allow) : createMethodResponse(request.method, allow),
          );
        }

        const call = { store: authenticated.value, query, parameters, request, maxBodyBytes };
        const result = await operation.handle(call);
        if (result.isErr()) return reply(createOperationErrorResponse(result.error, operation.method === 'GET'));
        return reply({ status: operation.success.status, body: result.value });
      } catch (defect) {
        return reply(createDefectResponse(defect));
      }
    },
    serves(target) {
      const { isUnderBase, path } = findRoute('GET', target);
      return isUnderBase || pages.find(removeBasePath(path)) !== undefined;
    },
    respondWithError(code, message, { method = '', target = '', headers = {} } = {}) {
      const route = { ...findRoute(method, target), operation: undefined }; // the request never reaches the operation
      const allow = code === 'method_not_allowed' ? { Allow: formatAllow(operations) } : undefined;
      return finish(createErrorResponse(code, message, allow), { method, headers }, route);
    },
  };
}

function createNotFoundResponse(path: string, hint: string): ResponseDraft {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return createErrorResponse('not_found', `There is no "${shown}" here: ${hint}.`);
}

/** Makes the response to an OPTIONS that is no preflight (RFC 9110, section 9.3.7). */
function createAllowResponse(allow: string): ResponseDraft {
  return { status: 204, headers: { Allow: allow }, body: '' };
}

function createMethodResponse(method: string, allow: string): ResponseDraft {
  return createErrorResponse('method_not_allowed', `${method} is not possible here: send ${allow}.`, { Allow: allow });
}
