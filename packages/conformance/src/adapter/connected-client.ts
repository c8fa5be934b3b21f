import type { AnswerError, AdapterRequest, Hello } from './protocol.ts';

/** The result of one call of the client. */
export type CallResult =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: AnswerError }
  /** The client did not answer in time, or its process ended: it hung or crashed. */
  | { readonly kind: 'silent' | 'exited'; readonly seen: string }
  /** The adapter broke the protocol. This says nothing about the client. */
  | { readonly kind: 'broken'; readonly seen: string };

/** The client as the run calls it: in another process through an adapter, or in this process. */
export interface ConnectedClient {
  /** What the adapter said first. */
  readonly hello: Hello;
  /**
   * Calls the client.
   *
   * @param request a request without its id
   * @param deadline how long to wait for an answer, in milliseconds
   */
  call(request: Omit<AdapterRequest, 'id'>, deadline: number): Promise<CallResult>;
  /** Returns what the adapter has written to stderr since the last call of this method. */
  takeStderr(): string;
  /**
   * Ends the client, and every process that it started.
   *
   * @returns a sentence if it did not end as the protocol demands
   */
  close(): Promise<string | undefined>;
}
