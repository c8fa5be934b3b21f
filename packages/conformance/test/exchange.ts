import { request as send, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AnswerError } from '../src/adapter/protocol.ts';

/** A request that a client sends. Its URL is sent as it is written. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A whole response. */
export interface Incoming {
  readonly status: number;
  /** The reason phrase. */
  readonly reason?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came: each chunk on its own. */
  readonly chunks: readonly Uint8Array[];
}

/** Why there is no response. */
export class Failure extends Error {
  /**
   * @param isLost whether a reused connection ended before the head of a response
   */
  constructor(
    readonly error: AnswerError,
    readonly isLost = false,
  ) {
    super(error.message);
  }
}

/** The time that a call has. */
export interface Deadline {
  /** Aborted when it has passed. */
  readonly signal: AbortSignal;
  /** Is called when the head of a response arrives. */
  onHead(): void;
  /** Is called when some of a body arrives. */
  onBytes(): void;
  /** Begins the time anew. */
  again(): void;
  stop(): void;
}

/** Sends a request, and waits for its response. */
export type Exchange = (request: Outgoing, deadline: Deadline) => Promise<Incoming>;

/** The parts of the transport of a client. */
export interface TransportParts {
  /** Writes the target of a request. */
  readonly targetOf: (url: string) => string;
  /** Sends the body of a request. */
  readonly sendBody: (sent: ClientRequest, body: string | undefined) => void;
  readonly startDeadline: (milliseconds: number) => Deadline;
  /** Whether a status is that of a response, and not of an interim response. */
  readonly isFinal: (status: number) => boolean;
  /** Reads a body, and throws if it is not whole. */
  readonly readBody: (response: IncomingMessage, deadline: Deadline) => Promise<readonly Uint8Array[]>;
  /** Says whether a request without a response was sent. */
  readonly outcomeOf: (code: string | undefined) => 'not_sent' | 'unknown';
}

export const rightTransport: TransportParts = {
  targetOf: (url) => partsOf(url).target,
  sendBody: (sent, body) => void sent.end(body),
  startDeadline(milliseconds) {
    const passed = new AbortController();
    const timer = setTimeout(() => passed.abort(), milliseconds);
    return {
      signal: passed.signal,
      onHead: () => undefined,
      onBytes: () => undefined,
      again: () => void timer.refresh(),
      stop: () => clearTimeout(timer),
    };
  },
  isFinal: (status) => status >= 200,
  async readBody(response, deadline) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      deadline.onBytes();
      chunks.push(chunk);
    }
    return chunks;
  },
  outcomeOf: (code) => (code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? 'not_sent' : 'unknown'),
};

/** Makes an exchange over node:http. It reuses the connections of an agent. */
export function createExchange(
  agent: Agent,
  { targetOf, sendBody, isFinal, readBody, outcomeOf }: TransportParts,
): Exchange {
  return async ({ method, url, headers, body }, deadline) => {
    const { host, port } = partsOf(url);
    const sent = send({ agent, host, port, path: targetOf(url), method, headers, signal: deadline.signal });
    const fail = (error: NodeJS.ErrnoException, isLost: boolean) =>
      new Failure({ kind: 'transport', outcome: outcomeOf(error.code), message: error.message }, isLost);
    const head = new Promise<Incoming | IncomingMessage>((resolve, reject) => {
      sent.on('information', ({ statusCode, headers }) => {
        if (isFinal(statusCode)) resolve({ status: statusCode, headers, chunks: [] });
      });
      sent.once('response', resolve);
      sent.on('error', (error) => {
        reject(fail(error, sent.reusedSocket));
      });
    });
    sendBody(sent, body);
    const response = await head;
    if ('chunks' in response) return response;
    deadline.onHead();
    try {
      const chunks = await readBody(response, deadline);
      return { status: response.statusCode ?? 0, reason: response.statusMessage, headers: response.headers, chunks };
    } catch (error) {
      throw error instanceof Failure ? error : fail(error as Error, false);
    }
  };
}

/** Takes a URL apart, without changing its path as the class URL does. */
export function partsOf(url: string): { readonly host: string; readonly port: number; readonly target: string } {
  const [, host = '', port = '80', target = '/'] = /^http:\/\/([^/:]+)(?::([0-9]+))?(\/.*)$/.exec(url) ?? [];
  return { host, port: Number(port), target };
}
