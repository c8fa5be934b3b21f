import type { Pet, PetStore } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import type { RecordedRequest, Session } from '@petstore/testing';
import type { CallArguments, CallResult } from '../adapter/protocol.ts';
import { EarlyObservation, notExercised } from '../observation/observation.ts';
import { describeResult, type CallOptions, type CaseResponse } from './calls.ts';

/*
 * A call of the client passes
 *
 * - `CaseStore.call`, which sets the response, and calls again if nothing arrived,
 * - the `Trial` of the case, which notes what was asked, and reads the JSON of a response that the client returned,
 * - the `Caller` of the harness, which sets the time limit, and looks for keys in what the client shows,
 * - the `ConnectedClient`: in this process, or in another one through an adapter.
 */

/** One of the two servers of a run: two origins, because the ports differ. */
export type ServerName = 'main' | 'other';

export interface StoreSetup {
  /** The pets of the store; none by default. */
  readonly pets?: readonly Pet[];
  /** A path before `/v1`, such as `/deep/er`. */
  readonly prefix?: string;
  readonly trailingSlash?: boolean;
  /** The other key is long, with every kind of character of a bearer token (RFC 6750, section 2.1). `none`: the client gets no key. */
  readonly key?: 'main' | 'other' | 'none';
  readonly server?: ServerName;
  /** Responses by operation, to the requests that get no response of a call; by default, those of the pet store. */
  readonly responses?: Readonly<Partial<Record<OperationName, CaseResponse>>>;
}

/** Where a call goes. */
export interface CallTarget {
  readonly baseUrl: string;
  /** Returns the first request of the call, once it has arrived; absent for an address that belongs to no store. */
  readonly findFirstRequest?: () => RecordedRequest | undefined;
}

/** How often the run makes a call if the client fails without sending anything. */
const maxTries = 4;

/** A number of requests that no client reaches by repeating one. */
const unlimitedTimes = 1_000;

/** A pet store of a case, and the client that is called with its base address. */
export class CaseStore {
  readonly baseUrl: string;
  /** The path of `baseUrl`, without a slash at the end. */
  readonly basePath: string;
  readonly petStore: PetStore;
  readonly #testStore;
  readonly #callClient;
  readonly #called: OperationName[] = [];
  readonly #storeResponses: NonNullable<StoreSetup['responses']>;
  /** The responses of the calls, by operation. */
  readonly #responses = new Map<OperationName, CaseResponse>();

  constructor(
    { basePath, testStore }: Session,
    origin: string,
    { trailingSlash = false, responses = {} }: StoreSetup,
    callClient: (...call: [CallTarget, OperationName, CallArguments?, CallOptions?]) => Promise<CallResult>,
  ) {
    this.basePath = `${basePath}/v1`;
    this.baseUrl = `${origin}${this.basePath}${trailingSlash ? '/' : ''}`;
    this.petStore = testStore.controls.store;
    this.#testStore = testStore;
    this.#callClient = callClient;
    this.#storeResponses = responses;
    this.#writeScript();
  }

  /** @throws EarlyObservation if the client cannot do it, hangs or crashes, or sends no such request */
  async call(operation: OperationName, args?: CallArguments, options: CallOptions = {}): Promise<CallResult> {
    const before = this.requests(operation).length;
    const target = { baseUrl: this.baseUrl, findFirstRequest: () => this.requests(operation)[before] };
    const isComplete = () => this.requests(operation).length > before || options.maySendNothing === true;
    const hadResponse = this.#responses.delete(operation);
    if (options.response !== undefined) this.#responses.set(operation, options.response);
    if (hadResponse || options.response !== undefined) this.#writeScript();
    for (let tries = 1; ; tries++) {
      this.#called.push(operation);
      const result = await this.#callClient(target, operation, args, options);
      if (isComplete()) return result;
      // Ask again if nothing arrived: the case before may have closed the connection, or the machine is too slow for a short timeout.
      const mayBeLost = 'error' in result && (result.error.kind === 'transport' || result.error.kind === 'timeout');
      if (mayBeLost && tries < maxTries) continue;
      const seen = `The client sent no request of ${operation} to its address. ${describeResult(result)}`;
      throw new EarlyObservation(notExercised(seen));
    }
  }

  countCalls(operation: OperationName): number {
    return this.#called.filter((each) => each === operation).length;
  }

  /** Returns the requests that arrived, the oldest first: all, or those of one operation. */
  requests(operation?: OperationName): readonly RecordedRequest[] {
    const requests = this.#testStore.controls.requests();
    return operation === undefined ? requests : requests.filter((request) => request.operation === operation);
  }

  #writeScript(): void {
    const responses = [
      ...this.#responses,
      ...(Object.entries(this.#storeResponses) as [OperationName, CaseResponse][]),
    ];
    this.#testStore.controls.setScript(
      responses.map(([operation, { description: _, rewrite: __, ...step }]) => ({
        times: unlimitedTimes,
        ...step,
        operation,
      })),
    );
  }
}
