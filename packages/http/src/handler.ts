import { parseOptions } from '@petstore/core';
import { createAuthenticator } from './concerns/authentication.ts';
import type { Concern } from './concerns/concern.ts';
import { allowOtherOrigins } from './concerns/cors.ts';
import { announceDeprecation } from './concerns/deprecation.ts';
import { answerHealthChecks } from './concerns/health.ts';
import { answerPages, createPages } from './concerns/pages.ts';
import { createLogger } from './concerns/request-log.ts';
import { answerUnknownPaths, createNotFoundResponse } from './concerns/unknown-path.ts';
import type { HttpErrorCode } from './http-error.ts';
import { respondToOtherMethod } from './methods.ts';
import { operations } from './operations/operations.ts';
import { httpOptionsSchema, type HttpOptions, type HttpSettings } from './options.ts';
import type { HttpRequest } from './request.ts';
import {
  createErrorResponse,
  createOperationErrorResponse,
  type HttpResponse,
  type ResponseDraft,
} from './response.ts';
import { createRouter, type Route } from './router.ts';

/** The `/v1` interface, as a function from a request to its response. */
export interface PetStoreHandler {
  /** A valid API key: the first of the list; `undefined` if a function decides. */
  readonly apiKey: string | undefined;
  /** Answers a request, and logs the response. It never rejects: a defect becomes a 500. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Whether a store that is mounted in a host answers a request target. True under `/v1` and for pages and OpenAPI documents. False
   * for `/healthz`, so that a host keeps its own health check; `handle` still answers it.
   */
  serves(target: string): boolean;
  /** Makes and logs the response to a request that an adapter refuses itself, such as one with a malformed head. */
  respondWithError(
    code: HttpErrorCode,
    message: string,
    request?: Partial<Pick<HttpRequest, 'method' | 'target' | 'headers'>>,
  ): HttpResponse;
}

/** Makes the `/v1` interface over a store and its keys. Throws a TypeError that names a missing, wrong or unknown option. */
export function createHandler(options: HttpOptions): PetStoreHandler {
  const settings: HttpSettings = parseOptions(httpOptionsSchema, options);
  const { store, apiKeys } = settings;
  const base = `${settings.basePath}/v1`;
  const operationList = operations.map(({ method, path }) => `${method} ${base}${path}`).join(', ');
  const findRoute = createRouter(base);
  const pages = createPages(settings);
  const concerns: readonly Concern[] = [
    allowOtherOrigins(settings),
    announceDeprecation(settings),
    answerPages(pages, settings),
    answerHealthChecks(settings),
    answerUnknownPaths(settings),
  ];
  const authenticate = createAuthenticator(store, apiKeys);
  const log = createLogger(settings.onRequest);

  /** Answers a request: the first concern that responds, or else the operation, which needs a key. */
  const respond = async (request: HttpRequest, route: Route): Promise<ResponseDraft> => {
    for (const concern of concerns) {
      const response = concern.respond?.(request, route);
      if (response !== undefined) return response;
    }
    const opened = await authenticate(request.headers.authorization);
    if (opened.isErr()) return opened.error;
    const { path, query, allow, operation, parameters } = route;
    if (allow === undefined) return createNotFoundResponse(path, `the operations are ${operationList}`);
    if (operation === undefined) return respondToOtherMethod(request.method, allow);
    const { maxBodyBytes } = settings;
    const result = await operation.handle({ store: opened.value, query, parameters, request, maxBodyBytes });
    if (result.isErr()) return createOperationErrorResponse(result.error, operation.method === 'GET');
    return { status: operation.success.status, body: result.value };
  };

  /** Logs a response, and adds the header fields of the concerns. */
  const finish = (
    draft: ResponseDraft,
    request: Pick<HttpRequest, 'method' | 'headers'>,
    route: Route,
    started?: number,
  ): HttpResponse => {
    const { status, body, code, failure } = draft;
    log({ request, path: route.path, operation: route.operation?.name, status, code, started, failure });
    const headers: Record<string, string> = route.isUnderBase ? { 'Cache-Control': 'no-store' } : {};
    if (status !== 204) headers['Content-Type'] = 'application/json';
    for (const concern of concerns) Object.assign(headers, concern.createHeaders?.(request, route));
    return { status, headers: Object.assign(headers, draft.headers), body };
  };

  return {
    apiKey: typeof apiKeys === 'function' ? undefined : apiKeys[0],
    async handle(request) {
      const started = performance.now();
      const route = findRoute(request.method, request.target);
      try {
        return finish(await respond(request, route), request, route, started);
      } catch (defect) {
        const message = 'The server failed to answer this request: this is a defect of the server.';
        return finish({ ...createErrorResponse('internal_error', message), failure: defect }, request, route, started);
      }
    },
    serves(target) {
      const { isUnderBase, outsidePath } = findRoute('GET', target);
      return isUnderBase || (outsidePath !== undefined && pages.has(outsidePath));
    },
    respondWithError(code, message, { method = '', target = '', headers = {} } = {}) {
      const route = { ...findRoute(method, target), operation: undefined }; // the request never reaches the operation
      return finish(createErrorResponse(code, message), { method, headers }, route);
    },
  };
}
