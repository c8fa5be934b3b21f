// Changes of the right client: what mistakes and unusual clients are made of.
import type { CallContext, ClientFixture } from '../src/adapter/client-fixture.ts';
import type { CallArguments, ClientResult } from '../src/adapter/protocol.ts';
import { createExchange, Failure, type Exchange, type Incoming, type Outgoing } from './exchange.ts';
import { rightFraming } from './own-http.ts';
import { right, unreadable, type Parts } from './right-client.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type ChangeExchange = (exchange: Exchange) => Exchange;

/** Makes a part that changes the exchange of each request: the last change sees the request first. */
export function exchanging(...changes: readonly ChangeExchange[]): Parts['exchange'] {
  return (agent, parts) => changes.reduce((exchange, change) => change(exchange), createExchange(agent, parts));
}

/** Changes each request before it is sent. */
export function changingRequests(change: (request: Outgoing) => Outgoing): Parts['exchange'] {
  return exchanging((send) => (request, deadline) => send(change(request), deadline));
}

/** Changes each response. */
export function changingResponses(change: (response: Incoming, request: Outgoing) => Incoming): Parts['exchange'] {
  return exchanging((send) => async (request, deadline) => change(await send(request, deadline), request));
}

/** Keeps the successful responses of some GET requests. */
export function withCache(isKept: (url: string) => boolean): Parts['exchange'] {
  const responses = new Map<string, Incoming>();
  return exchanging((send) => async (request, deadline) => {
    const known = responses.get(request.url);
    if (request.method === 'GET' && known !== undefined) return known;
    const response = await send(request, deadline);
    if (request.method === 'GET' && response.status === 200 && isKept(request.url))
      responses.set(request.url, response);
    return response;
  });
}

/** Also repeats a request after some responses. */
export function alsoRepeating(isAffected: (response: Incoming, request: Outgoing) => boolean): Parts['mayRepeat'] {
  return (request, outcome) =>
    right.mayRepeat(request, outcome) || (!(outcome instanceof Failure) && isAffected(outcome, request));
}

/** Makes a part fail for some of what it reads. */
export function refusing<Args extends readonly unknown[], Result>(
  part: (...args: Args) => Result,
  isRefused: (...args: Args) => boolean,
): (...args: Args) => Result {
  return (...args) => {
    if (isRefused(...args)) throw unreadable('The client refuses this response.');
    return part(...args);
  };
}

/** Changes what a part returns. */
export function changed<Args extends readonly unknown[], Result>(
  part: (...args: Args) => Result,
  change: (result: Result, ...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => change(part(...args), ...args);
}

/** Changes a pet before it is read. */
export function readingChanged(change: (pet: Fields, operation: string) => Fields): Parts['readPet'] {
  return (value, operation) => right.readPet(change(value as Fields, operation), operation);
}

/** Changes the names of the pets that are read. */
export function withName(change: (name: string) => unknown): Parts['readPet'] {
  return changed(right.readPet, (pet) => ({ ...(pet as Fields), name: change((pet as { name: string }).name) }));
}

/** Changes the statuses of the pets that are read. */
export function withStatus(change: (status: string) => string): Parts['readPet'] {
  return changed(right.readPet, (pet) => {
    const { status, ...others } = pet as Fields;
    return typeof status === 'string' ? { ...others, status: change(status) } : pet;
  });
}

/** Makes a framing that reads a Content-Length in its own way. */
export function readingLength(read: (length: string) => number): typeof rightFraming {
  return ({ headers: { 'content-length': length, ...headers }, ...head }) =>
    rightFraming({
      ...head,
      headers: { ...headers, ...(length !== undefined && { 'content-length': `${read(length)}` }) },
    });
}

/** What is done around a call of a client. */
export type WrapCall = (
  call: () => Promise<ClientResult>,
  args: CallArguments,
  context: CallContext,
) => Promise<ClientResult>;

/** Wraps each call of the clients of a fixture. */
export function wrapCalls({ connect, ...fixture }: ClientFixture, wrap: WrapCall): ClientFixture {
  type Call = (argument: CallArguments | string, context: CallContext) => Promise<ClientResult>;
  const wrapped =
    (call: Call): Call =>
    (argument, context) => {
      const args = typeof argument === 'string' ? { petId: argument } : argument;
      return wrap(() => call(argument, context), args, context);
    };
  return {
    ...fixture,
    async connect(options) {
      const operations = Object.entries(await connect(options)) as [string, Call][];
      return Object.fromEntries(operations.map(([name, call]) => [name, wrapped(call)]));
    },
  };
}
