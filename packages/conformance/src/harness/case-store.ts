import type { Pet, PetStore } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import type { RecordedRequest, Session } from '@petstore/testing';
import type { CallArguments, CallResult } from '../adapter/protocol.ts';
import { EarlyObservation, notExercised } from '../observation/observation.ts';
import { describeResult, type AddressedCall, type CallOptions, type CaseResponse } from './calls.ts';

/*
 * An `AddressedCall` passes
 *
 * - `CaseStore.call`, which sets the response, and calls again if nothing arrived,
 * - the `Trial` of the case, which notes the call, and reads the JSON of a response that the client returned,
 * - the `Caller` of the harness, which sets the time limit, and looks for keys in what the client shows,
 * - the `ConnectedClient`: in this process, or in another one through an adapter.
 *
 * A request passes the dispatcher of the harness, which asks the `Trial`, and then the test store.
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
  readonly #apiKey;
  readonly #callClient;
  readonly #called: OperationName[] = [];
  readonly #storeResponses: NonNullable<StoreSetup['responses']>;
  /** The responses of the calls, by operation. */
  readonly #responses = new Map<OperationName, CaseResponse>();

  constructor(
    { basePath, testStore }: Session,
    origin: string,
    { trailingSlash = false, responses = {} }: StoreSetup,
    apiKey: string | undefined,
    callClient: (call: AddressedCall) => Promise<CallResult>,
  ) {
    this.basePath = `${basePath}/v1`;
    this.baseUrl = `${origin}${this.basePath}${trailingSlash ? '/' : ''}`;
    this.petStore = testStore.controls.store;
    this.#testStore = testStore;
    this.#apiKey = apiKey;
    this.#callClient = callClient;
    this.#storeResponses = responses;
    this.#writeScript();
  }

  /** @throws EarlyObservation if the client cannot do it, hangs or crashes, or sends no such request */
  async call(operation: OperationName, args: CallArguments = {}, options: CallOptions = {}): Promise<CallResult> {
    const before = this.requests(operation).length;
    const findFirstRequest = () => this.requests(operation)[before];
    const call = { apiKey: this.#apiKey, baseUrl: this.baseUrl, operation, args, options, findFirstRequest };
    this.#setResponse(operation, options.response);
    for (let tries = 1; ; tries++) {
      this.#called.push(operation);
      const result = await this.#callClient(call);
      if (findFirstRequest() !== undefined || options.maySendNothing === true) return result;
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

  #setResponse(operation: OperationName, response: CaseResponse | undefined): void {
    const hadResponse = this.#responses.delete(operation);
    if (response !== undefined) this.#responses.set(operation, response);
    if (hadResponse || response !== undefined) this.#writeScript();
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
