import { stringifyJson, withTimeout } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';
import { mismatch } from '../observation/observation.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { CallArguments, Capability, ClientResult } from './protocol.ts';

/**
 * A client under test in this process. Integers are decimal digits, in both directions. An operation that is absent is not
 * supported. A call that throws counts as a crash.
 */
export interface ClientUnderTest {
  /** Lists pets. */
  listPets?(query: Pick<CallArguments, 'limit' | 'status'>, options: CallContext): Promise<ClientResult>;
  /** Adds a pet. */
  createPet?(
    newPet: Pick<CallArguments, 'name' | 'categoryId' | 'status'>,
    options: CallContext,
  ): Promise<ClientResult>;
  /** Retrieves one pet. */
  getPet?(petId: string, options: CallContext): Promise<ClientResult>;
}

/** The options of one call. */
export interface CallContext {
  /** What to set the timeout of the client to, in milliseconds. */
  readonly timeout: number;
  /** `HEAD` if the operation is to be requested with that method. Only a client with the capability `head` gets it. */
  readonly method?: 'HEAD';
}

/** How to make a client under test. */
export interface ClientFixture {
  /**
   * Makes a client of a store. The client is kept for all calls with the same `baseUrl`. Without `apiKey`, the client is to be used
   * without a key: what throws then is not supported.
   */
  readonly connect: (options: {
    readonly baseUrl: string;
    readonly apiKey?: string;
  }) => ClientUnderTest | Promise<ClientUnderTest>;
  /** What the client offers; nothing by default. The checks that need more are skipped. */
  readonly capabilities?: readonly Capability[];
}

export function connectClient(
  { connect, capabilities = [] }: ClientFixture,
  log: (line: string) => void,
): ConnectedClient {
  const clients = new Map<string, ClientUnderTest | Promise<ClientUnderTest>>();
  return {
    capabilities,
    async call({ operation, baseUrl, apiKey, timeoutMs, method, arguments: args }, deadline) {
      log(`run     > ${operation} ${JSON.stringify(args)}`);
      const context = { timeout: timeoutMs, ...(method && { method }) };
      const answer = async (): Promise<ClientResult> => {
        const connected = clients.get(baseUrl) ?? connect({ baseUrl, ...(apiKey !== undefined && { apiKey }) });
        clients.set(baseUrl, connected); // a second call at once gets the same client
        const client = await connected;
        const { petId = '' } = args;
        const answered = await (operation === 'getPet'
          ? client.getPet?.(petId, context)
          : client[operation]?.(args, context));
        if (answered === undefined) return { error: { kind: 'unsupported' } };
        log(`client  < ${stringifyJson(answered)}`);
        if ('error' in answered) return { error: answered.error };
        return 'response' in answered ? { response: answered.response } : { ok: answered.ok };
      };
      try {
        const result = await withTimeout(answer(), deadline, { clearTimeout, setTimeout });
        return result ?? mismatch(`The client did not answer within ${deadline} ms.`);
      } catch (error) {
        if (apiKey === undefined) return { error: { kind: 'unsupported' } };
        return mismatch(`The client threw: ${String(error)}`);
      }
    },
    takeStderr: () => '',
    close: () => Promise.resolve(undefined),
  };
}
