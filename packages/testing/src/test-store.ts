import { createPetStore, maxTimeout, parseOptions, type Pet, type PetStore } from '@petstore/core';
import { createHandler, createRedact, type PetStoreHandler, type HttpRequest } from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as z from 'zod/mini';
import type { Budget } from './journal/budget.ts';
import { createJournal } from './journal/journal.ts';
import { waitForRequests } from './journal/wait-for-requests.ts';
import { createRespond } from './respond.ts';
import { integer, parseInput, strictObject } from './schema-messages.ts';
import { createScript } from './script/script.ts';
import { scriptSchema, type CheckedStep } from './script/script-step.ts';
import type { TestControls } from './test-controls.ts';
import { createTestLifetime } from './test-lifetime.ts';
import { testStoreOptionsSchema, type TestStoreOptions } from './test-store-options.ts';

/** A pet store that responds as a script says, and records the requests. A transport sends what `respond` returns. */
export type TestStore = ReturnType<typeof createTestStore>;

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
  const [apiKey = ''] = apiKeys; // the schema requires at least one

  const storage = createMemoryStorage({ pets });
  const initialPets = storage.snapshot();
  const store = servedStore ?? createPetStore({ storage });
  const handler = createHandler({ ...httpOptions, store, apiKeys });
  const journal = createJournal(maxRequests, createRedact(apiKeys), journals);
  const lifetime = createTestLifetime();
  const script = createScript(steps);

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
    forgetRequests: () => journal.clear(),
    setScript(next) {
      script.replace(parseArgument(scriptSchema, next, 'script'));
    },
    reset(to = {}) {
      const { pets: nextPets = initialPets, script: nextSteps } = parseOptions(resetSchema, to);
      storage.restore(createMemoryStorage({ pets: nextPets }).snapshot()); // createMemoryStorage refuses wrong pets
      script.replace(nextSteps);
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
    stop: () => lifetime.end('last'),
    /** Responds without a step of the script, and records nothing. */
    handlePlainly: (request: HttpRequest) => handler.handle(request),
    respondWithError: (...args: Parameters<PetStoreHandler['respondWithError']>) => handler.respondWithError(...args),
    respond: createRespond({ handler, script, journal, lifetime }, httpOptions),
  };
}

/** Checks an argument. @throws TypeError with a sentence that begins with the subject */
function parseArgument<T>(schema: z.core.$ZodType<T>, value: unknown, subject: string): T {
  const parsed = parseInput(schema, value, subject);
  if (parsed.isErr()) throw new TypeError(parsed.error);
  return parsed.value;
}
