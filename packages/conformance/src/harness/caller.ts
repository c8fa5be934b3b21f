import type { OperationName } from '@petstore/http';
import type { ConnectedClient } from '../adapter/connected-client.ts';
import type { EventLog } from './event-log.ts';
import type { KeySearch } from './key-search.ts';
import { EarlyObservation, harnessError, notSupported } from '../observation.ts';
import type { CallArguments, ClientResult } from '../adapter/protocol.ts';

/** How to call the client. */
export interface ClientCallOptions {
  /** How long the client may take, in milliseconds. By default, as long as the caller says. */
  readonly timeoutMs?: number;
  /** The least that the default is, in milliseconds: for a call that is slow on a busy machine. */
  readonly minTimeoutMs?: number;
  readonly method?: 'HEAD';
}

/** Calls the client, and records what an application would show. */
export interface Caller {
  /**
   * Calls the client.
   *
   * @param apiKey the key that the client gets; `undefined` for none
   * @throws EarlyObservation if the client cannot do it, hangs or crashes, or if its adapter breaks the protocol
   */
  call(
    apiKey: string | undefined,
    baseUrl: string,
    operation: OperationName,
    args?: CallArguments,
    options?: ClientCallOptions,
  ): Promise<ClientResult>;
  /** Records what the client has written to stderr. */
  readStderr(): void;
  /** Whether the last call asked for a HEAD. */
  readonly isAskedForHead: () => boolean;
}

/** How long the client may take for a call whose time does not matter, in milliseconds. */
const defaultTimeout = 5_000;

/** How much longer the run waits for an answer than the client may take, in milliseconds. */
const extraTime = 3_000;

export function createCaller(
  client: ConnectedClient,
  events: EventLog,
  keySearch: KeySearch,
  timeout = defaultTimeout,
): Caller {
  let isAskedForHead = false;
  const readStderr = () => {
    const text = client.takeStderr();
    for (const line of text.split('\n')) if (line !== '') events.add(`stderr  | ${line}`);
    keySearch.add(text);
  };
  return {
    async call(apiKey, baseUrl, operation, args = {}, options = {}) {
      const { method, minTimeoutMs = 0, timeoutMs = Math.max(timeout, minTimeoutMs) } = options;
      isAskedForHead = method === 'HEAD';
      const request = {
        operation,
        ...(method && { method }),
        baseUrl,
        ...(apiKey !== undefined && { apiKey }),
        timeoutMs,
        arguments: args,
      };
      const result = await client.call(request, timeoutMs + extraTime);
      readStderr();
      if ('seen' in result) throw new EarlyObservation(result);
      if ('ok' in result) return result;
      keySearch.add(result.error.message ?? '');
      if (result.error.kind === 'unsupported') {
        throw new EarlyObservation(notSupported(`The client cannot do ${operation}.`));
      }
      const { kind, status = 0 } = result.error;
      if (kind === 'api' && status >= 200 && status < 300)
        throw new EarlyObservation(harnessError(describeSuccess(status)));
      return result;
    },
    readStderr,
    isAskedForHead: () => isAskedForHead,
  };
}

/** Says that an error of kind api contradicts its status. */
function describeSuccess(status: number): string {
  return (
    `The adapter wrote an error of kind api with the status ${status}, which is that of a success. ` +
    'A success that the client cannot read is an error of kind decode.'
  );
}
