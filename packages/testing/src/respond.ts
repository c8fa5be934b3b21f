import { decodeUtf8, parseInt64, parseJson } from '@petstore/core';
import {
  createLogger,
  createRouter,
  type httpOptionsSchema,
  type HttpRequest,
  type HttpResponse,
  type PetStoreHandler,
} from '@petstore/http';
import type * as z from 'zod/mini';
import type { Journal, JournalUpdate } from './journal/journal.ts';
import { splitResponse, type ResponseInPieces } from './pieces.ts';
import { chooseResponse, type ChosenStep } from './script/chosen-step.ts';
import { parsePrefer } from './script/prefer.ts';
import type { CheckedRawResponse } from './script/raw-response.ts';
import type { Script } from './script/script.ts';
import type { TestLifetime, Wait } from './test-lifetime.ts';

/** What a transport knows about a request and its connection, beside what the handler reads. */
export interface ConnectionInfo {
  readonly headers: HttpRequest['headers'];
  /** Whether the connection had a request before. */
  readonly isReused: boolean;
  /** Aborted when the client has closed its half of the connection, and so may be gone. */
  readonly gone: AbortSignal;
}

interface TestStoreParts {
  readonly handler: PetStoreHandler;
  readonly script: Script;
  readonly journal: Journal;
  readonly lifetime: TestLifetime;
}

interface RequestContext {
  readonly wait: Wait;
  readonly addToJournal: (update: JournalUpdate) => void;
  /** Logs a response of the script. The handler logs those that it makes. */
  readonly log: (status: number) => void;
}

/** What answers a request. `undefined`: the client is gone or the test is over before there is something to send. */
type Answer = HttpResponse | ResponseInPieces | undefined;

/** Makes the function that answers the requests of a test store: by a step of the script, else as every store does. */
export function createRespond(
  { handler, script, journal, lifetime }: TestStoreParts,
  options: Pick<z.output<typeof httpOptionsSchema>, 'maxBodyBytes' | 'cors' | 'basePath' | 'onRequest'>,
) {
  const { maxBodyBytes, cors, basePath, onRequest } = options;
  const findRoute = createRouter(`${basePath}/v1`);
  const logRequest = createLogger(onRequest);

  /** Takes the next step of the script that matches a request; else what its client prefers. */
  const chooseStep = async (
    request: HttpRequest,
    { query, operation, parameters }: ReturnType<typeof findRoute>,
    isReused: boolean,
  ): Promise<ChosenStep | undefined> => {
    if (operation === undefined) return undefined;
    const read = script.needsBody(operation.name) ? await request.readBody(maxBodyBytes) : undefined;
    const body = read?.andThen(decodeUtf8).andThen(parseJson).unwrapOr(undefined);
    const matchable = { petId: parseInt64(parameters.petId ?? ''), query, body };
    return script.next(operation.name, isReused, matchable) ?? parsePrefer(request.headers.prefer);
  };

  /** Waits as a step says. Returns the response of the step, or that of the operation. */
  const playStep = async (
    step: ChosenStep,
    request: HttpRequest,
    { wait, addToJournal, log }: RequestContext,
  ): Promise<HttpResponse | CheckedRawResponse | undefined> => {
    const { when, delay, fault } = step;
    if (fault !== undefined) addToJournal({ faults: [fault] });
    void (await request.readBody(maxBodyBytes)); // drain the body first, or requestTimeout would fire during the delay
    if (delay > 0) addToJournal({ hasArrived: true });
    const replacement = chooseResponse(step, cors ? request.headers : undefined);
    if (when === 'after') {
      const own = await handler.handle(request); // takes effect, even if its response is replaced
      return (await wait(delay)) ? (replacement ?? own) : undefined;
    }
    if (!(await wait(delay))) return undefined;
    if (replacement === undefined) return handler.handle(request);
    if (replacement.status !== undefined) log(replacement.status);
    return replacement;
  };

  return async (request: HttpRequest, { headers, isReused, gone }: ConnectionInfo): Promise<Answer> => {
    const started = performance.now();
    const wait = lifetime.createWait(gone);
    const route = findRoute(request.method, request.target);
    const { path, query } = route;
    const operation = route.operation?.name;
    const addToJournal = journal.record({ method: request.method, path, query, headers, operation });
    const recorded = recordBody(request, addToJournal);
    const step = await chooseStep(recorded, route, isReused);
    if (step === undefined) {
      const response = await handler.handle(recorded);
      addToJournal({ status: response.status, hasArrived: true });
      return response;
    }
    const log = (status: number) => logRequest({ request, path, operation, status, started });
    const response = await playStep(step, recorded, { wait, addToJournal, log });
    if (response === undefined) return undefined;
    const { status } = response;
    addToJournal({ ...(status !== undefined && { status }), hasArrived: true });
    return splitResponse(response, step, request.method, wait);
  };
}

/** Makes a request that adds its body to the journal once it is read. The body can be read several times. */
function recordBody(request: HttpRequest, addToJournal: (update: JournalUpdate) => void): HttpRequest {
  let read: ReturnType<HttpRequest['readBody']> | undefined;
  return {
    method: request.method,
    target: request.target,
    get hasBody() {
      return request.hasBody;
    },
    get baseUrl() {
      return request.baseUrl;
    },
    headers: request.headers,
    readBody: (limit) =>
      (read ??= request.readBody(limit).then((body) => {
        if (body.isOk() && request.hasBody) addToJournal({ body: body.value });
        return body;
      })),
  };
}
