import type { AnswerError, CallRequest, Hello } from './protocol.ts';

/** What came of one call of the client. */
export type Outcome =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: AnswerError }
  /** The client did not answer in time, or ended: it hung, or crashed. */
  | { readonly kind: 'silent' | 'exited'; readonly seen: string }
  /** The adapter broke the protocol: nothing can be said of the client. */
  | { readonly kind: 'broken'; readonly seen: string };

/** A client under test: in another process behind an adapter, or in this one. */
export interface Testee {
  /** What the adapter said first. */
  readonly hello: Hello;
  /**
   * Calls the client.
   *
   * @param request without its id
   * @param deadline how long to wait for an answer, in milliseconds
   */
  call(request: Omit<CallRequest, 'id'>, deadline: number): Promise<Outcome>;
  /** Returns what the adapter wrote on stderr since the last call of this. */
  takeStderr(): string;
  /**
   * Ends the client, and every process that it started.
   *
   * @returns a sentence if it did not end as the protocol demands
   */
  close(): Promise<string | undefined>;
}
