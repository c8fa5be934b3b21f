import {
  createPetStore,
  decodeUtf8,
  maxTimeout,
  parseInt64,
  parseJson,
  parseOptions,
  type Pet,
  type PetStore,
} from '@petstore/core';
import {
  createHandler,
  createLogger,
  createRedact,
  createRouter,
  type PetStoreHandler,
  type HttpRequest,
  type HttpResponse,
} from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as z from 'zod/mini';
import type { Budget } from './journal/budget.ts';
import { createJournal, type JournalUpdate } from './journal/journal.ts';
import { waitForRequests } from './journal/wait-for-requests.ts';
import { isInPieces, splitBody, splitRaw, type Pieces } from './pieces.ts';
import { createTestLifetime, type Wait } from './test-lifetime.ts';
import { addPreferenceApplied, chooseResponse, type ChosenStep } from './script/chosen-step.ts';
import { integer, parseInput, strictObject } from './schema-messages.ts';
import type { Fault } from './script/faults.ts';
import { parsePrefer } from './script/prefer.ts';
import { createScript } from './script/script.ts';
import { scriptSchema, type CheckedStep } from './script/script-step.ts';
import type { TestControls } from './test-controls.ts';
import { testStoreOptionsSchema, type TestStoreOptions } from './test-store-options.ts';

/** What a transport knows about a request and its connection, beside what the handler reads. */
export interface ConnectionInfo {
  readonly headers: HttpRequest['headers'];
  /** Whether the connection had a request before. */
  readonly isReused: boolean;
  /** Aborted when the client has closed its half of the connection, and so may be gone. */
  readonly gone: AbortSignal;
}

export interface ResponsePlan {
  /** The response; absent if the pieces are all that is written, or for a fault that sends none. */
  readonly response?: HttpResponse | undefined;
  /** What to write in place of the body; absent for a response that is sent at once. */
  readonly pieces?: Pieces | undefined;
  readonly fault?: Fault | undefined;
}

/** A pet store that responds as a script says, and records the requests. A transport sends what `respond` plans. */
export type TestStore = ReturnType<typeof createTestStore>;

interface RequestContext {
  readonly wait: Wait;
  readonly addToJournal: (update: JournalUpdate) => void;
  readonly log: (status: number) => void;
}

const atLeastSchema = integer(1, Number.MAX_SAFE_INTEGER);
const waitOptionsSchema = strictObject({ timeout: z._default(integer(0, maxTimeout), 5_000) });
const resetSchema = strictObject({
  pets: z.optional(z.custom<readonly Pet[]>()),
  script: z._default(scriptSchema, []),
});

/**
 * Makes a pet store for a test.
 *
 * @param servedStore a store of the caller's to serve in place of one in memory; then the option `pets` does nothing
 * @param journals the budget of the journals of several test stores; by default its journal has only its own
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function createTestStore(options: TestStoreOptions, servedStore?: PetStore, journals?: Budget) {
  const { pets, apiKeys, script: steps, maxRequests, ...httpOptions } = parseOptions(testStoreOptionsSchema, options);
  const { maxBodyBytes, cors, basePath, onRequest } = httpOptions;
  const [apiKey = ''] = apiKeys; // the schema requires at least one

  const storage = createMemoryStorage({ pets });
  const initialPets = storage.snapshot();
  const store = servedStore ?? createPetStore({ storage });
  const handler = createHandler({ ...httpOptions, store, apiKeys });
  const findRoute = createRouter(`${basePath}/v1`);
  const journal = createJournal(maxRequests, createRedact(apiKeys), journals);
  const lifetime = createTestLifetime();
  const logRequest = createLogger(onRequest);
  let script = createScript(steps);

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

  /** Waits as a step says, and plans what it sends. */
  const playStep = async (
    step: ChosenStep,
    request: HttpRequest,
    { wait, addToJournal, log }: RequestContext,
  ): Promise<ResponsePlan | undefined> => {
    const { when, delay, fault, applied } = step;
    if (fault !== undefined) addToJournal({ faults: [fault] });
    void (await request.readBody(maxBodyBytes)); // drain the body first, or requestTimeout would fire during the delay
    if (delay > 0) addToJournal({ hasArrived: true });
    const replacement = chooseResponse(step, cors ? request.headers : undefined);
    const own = when === 'after' ? await handler.handle(request) : undefined; // takes effect, even if its response is replaced
    if (!(await wait(delay))) return undefined;
    const made = replacement ?? own ?? (await handler.handle(request));
    if (own === undefined && replacement?.status !== undefined) log(replacement.status); // the handler logs its own responses
    const { status } = made;
    addToJournal({ ...(status !== undefined && { status }), hasArrived: true });
    if ('pieces' in made) return { pieces: splitRaw(made, wait), fault };
    const response = addPreferenceApplied(made, applied);
    if (response.body === '' || request.method === 'HEAD' || !isInPieces(step)) return { response };
    return { response, pieces: splitBody(response.body, step, wait), fault };
  };

  /** As that of the controls, and ends early if the client that asked is gone. */
  const waitFor = async (
    atLeast: number,
    options: Parameters<TestControls['waitForRequests']>[1] = {},
    gone?: AbortSignal,
  ) => {
    const { timeout } = parseOptions(waitOptionsSchema, options);
    const count = parseArgument(atLeastSchema, atLeast, 'waitForRequests: the number of requests');
    return waitForRequests(journal, lifetime, count, timeout, gone);
  };

  const controls: TestControls = {
    apiKey,
    store,
    requests: () => journal.requests(),
    requestsLeftOut: () => journal.countLeftOut(),
    waitForRequests: (atLeast, options) => waitFor(atLeast, options),
    forgetRequests: () => {
      journal.clear();
    },
    setScript(next) {
      script = createScript(parseArgument(scriptSchema, next, 'script'));
    },
    reset(to = {}) {
      const { pets: nextPets = initialPets, script: nextSteps } = parseOptions(resetSchema, to);
      storage.restore(createMemoryStorage({ pets: nextPets }).snapshot()); // createMemoryStorage refuses wrong pets
      script = createScript(nextSteps);
      lifetime.end('this');
      journal.clear();
    },
  };

  return {
    controls,
    waitForRequests: waitFor,
    /** Returns the steps of the script that are not used up. */
    pendingSteps: (): readonly CheckedStep[] => script.pending(),
    /** Ends stalled requests. From now on no request stalls. */
    stop: () => {
      lifetime.end('last');
    },
    /** Responds without a step of the script, and records nothing. */
    handlePlainly: (request: HttpRequest) => handler.handle(request),
    respondWithError: (...args: Parameters<PetStoreHandler['respondWithError']>) => handler.respondWithError(...args),
    /** Plans the response to a request; `undefined` if the client is gone or the test is over before there is something to send. */
    async respond(
      request: HttpRequest,
      { headers, isReused, gone }: ConnectionInfo,
    ): Promise<ResponsePlan | undefined> {
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
        return { response };
      }
      const log = (status: number) => {
        logRequest({ request, path, operation, status, started });
      };
      return playStep(step, recorded, { wait, addToJournal, log });
    },
  };
}

/** Checks an argument. @throws TypeError with a sentence that begins with the subject */
function parseArgument<T>(schema: z.core.$ZodType<T>, value: unknown, subject: string): T {
  const parsed = parseInput(schema, value, subject);
  if (parsed.isErr()) throw new TypeError(parsed.error);
  return parsed.value;
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
