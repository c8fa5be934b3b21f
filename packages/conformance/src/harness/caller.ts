import type { Redact } from '@petstore/http';
import type { ConnectedClient } from '../adapter/connected-client.ts';
import type { AddressedCall } from './calls.ts';
import type { EventLog } from './event-log.ts';
import { EarlyObservation, harnessError, notSupported } from '../observation/observation.ts';
import type { ClientResult } from '../adapter/protocol.ts';

/** How long the client may take for a call whose time does not matter, in milliseconds. */
const defaultTimeout = 5_000;

/** How much longer the run waits for an answer than the client may take, in milliseconds. */
const extraTime = 3_000;

/** Calls the client, and looks for keys in what an application would show: messages of errors, and stderr. */
export type Caller = ReturnType<typeof createCaller>;

export function createCaller(
  client: ConnectedClient,
  events: EventLog,
  redact: Redact,
  describeLastCall: () => string,
  timeout = defaultTimeout,
) {
  const withKey: { readonly text: string; readonly context: string }[] = [];
  let texts = 0;
  const search = (text: string) => {
    if (text === '') return;
    texts += 1;
    const redacted = redact(text);
    if (redacted !== text) withKey.push({ text: redacted, context: describeLastCall() });
  };
  const readStderr = () => {
    const text = client.takeStderr();
    for (const line of text.split('\n')) if (line !== '') events.add(`stderr  | ${line}`);
    search(text);
  };
  return {
    /** @throws EarlyObservation if the client cannot do it, hangs or crashes, or if its adapter breaks the protocol */
    async call({ apiKey, baseUrl, operation, args, options }: AddressedCall): Promise<ClientResult> {
      const { method, minTimeoutMs = 0, timeoutMs = Math.max(timeout, minTimeoutMs) } = options;
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
      if (!('error' in result)) return result;
      const { kind, status = 0, message = '' } = result.error;
      search(message);
      if (kind === 'unsupported') throw new EarlyObservation(notSupported(`The client cannot do ${operation}.`));
      if (kind !== 'api' || status < 200 || status >= 300) return result;
      const seen =
        `The adapter wrote an error of kind api with the status ${status}, which is that of a success. ` +
        'A success that the client cannot read is an error of kind decode.';
      throw new EarlyObservation(harnessError(seen));
    },
    /** Returns the texts with a key, redacted, and how many texts there were. */
    shownKeys() {
      readStderr();
      return { withKey, texts };
    },
  };
}
