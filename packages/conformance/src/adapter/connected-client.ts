import type { Observation } from '../observation/observation.ts';
import type { AdapterRequest, ClientResult } from './protocol.ts';

/** The client as the run calls it: in another process through an adapter, or in this process. */
export interface ConnectedClient {
  /** What the client offers. An adapter may name what this version does not know. */
  readonly capabilities: readonly string[];
  /**
   * Returns the result; else a mismatch if the client hung or crashed, or a harness error if the adapter broke the protocol.
   *
   * @param deadline how long to wait for an answer, in milliseconds
   */
  call(request: Omit<AdapterRequest, 'id'>, deadline: number): Promise<ClientResult | Observation>;
  /** Returns what the adapter has written to stderr since the last call of this method. */
  takeStderr(): string;
  /** Ends the client, and every process that it started. Returns a sentence if it did not end as the protocol demands. */
  close(): Promise<string | undefined>;
}
