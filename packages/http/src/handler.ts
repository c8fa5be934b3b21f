import type { ApiKeyGate, PetStore, Unauthorized } from '@petstore/core';
import type { Result } from 'neverthrow';
import { bearerKey } from './bearer-key.ts';
import { corsHeaders, isPreflight, preflightReply } from './cors.ts';
import { getPetDeprecationHeaders } from './deprecation.ts';
import { checkOptions, type HttpOptions } from './options.ts';
import { pageMethods, pagesByPath } from './pages.ts';
import { errorReply, operationErrorReply, type Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { allowedMethods, operationOf, routeOf, type Route } from './routes.ts';
import { parseTarget, type Target } from './target.ts';
import { getPet, type Operation } from './operations.ts';
import type { WireErrorCode } from './wire-error.ts';

/** The `/v1` interface, as a function from a request to its reply. */
export interface HttpHandler {
  /**
   * Answers a request: at once where nothing has to be waited for, as with the refusal of a key. It never throws or
   * rejects: a defect becomes a 500.
   */
  handle(request: HttpRequest): Reply | Promise<Reply>;
  /**
   * Makes the reply to what an adapter refuses by itself, such as a head that its parser cannot read, and logs it.
   *
   * @param request what is known of the request
   */
  refuse(code: WireErrorCode, message: string, request?: RequestLine): Reply;
}

/** The first line of a request. */
export type RequestLine = Pick<HttpRequest, 'method' | 'target'>;

/** What is known of a request once its head is read. */
interface Head {
  readonly request: HttpRequest;
  readonly target: Target;
  readonly route: Route;
  readonly operation: Operation | undefined;
  /** The headers of every JSON reply to it. */
  readonly headers: Reply['headers'];
}

type Authenticated = Result<PetStore, Unauthorized>;

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
  const challenges = challengeHeaders(jsonHeaders);
  const getPetChallenges = challengeHeaders(getPetHeaders);

  /** What the gate has answered: where it gives the same promise again, as over a list of keys, that is not waited for. */
  const known = new WeakMap<PromiseLike<Authenticated>, Authenticated>();

  /** The checks in their order, each of which may answer, up to the key; then the rest. */
  const answer = (head: Head): Reply | PromiseLike<Reply> => {
    const { request, target, route } = head;
    if (!route.underBase) return outside(request.method, target.path);
    if (cors && isPreflight(request)) return preflightReply;

    const key = bearerKey(request.header('authorization'));
    const keyGiven = key !== undefined;
    const authenticating = gate.authenticate(key);
    const authenticated = known.get(authenticating);
    if (authenticated !== undefined) return answerBehindGate(head, authenticated, keyGiven);
    return authenticating.then((settled) => {
      known.set(authenticating, settled);
      return answerBehindGate(head, settled, keyGiven);
    });
  };

  /** The scheme's challenge (RFC 6750, section 3), which tells a wrong key from none. */
  const challenge = ({ operation }: Head, message: string, keyGiven: boolean): Reply => {
    const headers = operation === getPet ? getPetChallenges : challenges;
    return errorReply('unauthorized', message, keyGiven ? headers.invalidKey : headers.noKey);
  };

  const answerBehindGate = (
    head: Head,
    authenticated: Authenticated,
    keyGiven: boolean,
  ): Reply | PromiseLike<Reply> => {
    const { request, target, route, operation, headers } = head;
    if (authenticated.isErr()) return challenge(head, authenticated.error.message, keyGiven);
    if (route.methods === undefined) return noSuchPath(target.path, headers);
    if (operation === undefined) return methodNotAllowed(request.method, allowedMethods(route.methods), headers);

    const { petId } = route;
    const { query } = target;
    return operation
      .perform({ store: authenticated.value, request, query, petId, maxBodyBytes })
      .then((result) =>
        result.isOk()
          ? { status: operation.status, headers, body: operation.stringify(result.value) }
          : operationErrorReply(result.error, headers),
      );
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
    handle(request) {
      const arrived = performance.now();
      const target = parseTarget(request.target);
      const route = routeOf(target.path);
      const operation = operationOf(route, request.method);
      const headers = operation === getPet ? getPetHeaders : jsonHeaders;

      const told = (reply: Reply): Reply => {
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
      };
      const failed = (defect: unknown): Reply => told(defectReply(defect, headers));

      try {
        const reply = answer({ request, target, route, operation, headers });
        return 'then' in reply ? Promise.resolve(reply.then(told, failed)) : told(reply);
      } catch (defect) {
        return failed(defect);
      }
    },
    refuse(code, message, { method, target } = { method: '', target: '' }) {
      const reply = errorReply(code, message, jsonHeaders);
      if (isWatched) onRequest({ method, path: parseTarget(target).path, status: reply.status, milliseconds: 0 });
      return reply;
    },
  };
}

function noSuchPath(path: string, headers: Reply['headers']): Reply {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return errorReply('not_found', `There is no "${shown}" here: the paths are /v1/pets and /v1/pets/{petId}.`, headers);
}

function challengeHeaders(headers: Reply['headers']) {
  const realm = 'Bearer realm="petstore"';
  return {
    noKey: { ...headers, 'WWW-Authenticate': realm },
    invalidKey: { ...headers, 'WWW-Authenticate': `${realm}, error="invalid_token"` },
  };
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
