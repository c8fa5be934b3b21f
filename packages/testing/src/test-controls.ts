import type { Pet, PetStore } from '@petstore/core';
import type { RecordedRequest } from './journal/journal.ts';
import type { ScriptStep } from './script/script-step.ts';

/** What a test does with its store. */
export interface TestControls {
  /** The first API key. */
  readonly apiKey: string;
  /** The store behind the interface. A test can list its pets and add to them directly. */
  readonly store: PetStore;
  /** Returns the requests that arrived, the oldest first. A request without a response yet is among them. */
  requests(): readonly RecordedRequest[];
  /** Returns how many older requests `requests()` lacks, because there were too many. */
  requestsLeftOut(): number;
  /**
   * Waits until so many requests have arrived, with their bodies, since the last `reset` or `forgetRequests`. A request counts
   * as soon as its body has arrived, even if its step delays or stalls the answer.
   *
   * @example
   * ```ts
   * const [first] = await server.waitForRequests(1, { timeout: 1_000 });
   * ```
   *
   * @param atLeast how many, from 1 on
   * @param options `timeout`: how long to wait, in milliseconds; 5,000 by default
   * @returns a promise of `requests()`. It rejects with an Error that names the requests that came if the time is up, or if the test
   *   is reset or closed meanwhile. It rejects with a TypeError for a wrong argument
   */
  waitForRequests(
    atLeast: number,
    options?: { readonly timeout?: number | undefined },
  ): Promise<readonly RecordedRequest[]>;
  /** Forgets the requests, and changes nothing else. Requests that are still being answered are not recorded again. */
  forgetRequests(): void;
  /**
   * Replaces the script. Each request takes the first step of the list that fits it and is not used up. A request without such a
   * step is answered normally.
   *
   * @throws TypeError for a wrong script; the message says what is possible, and the old script stays
   */
  setScript(steps: readonly ScriptStep[]): void;
  /**
   * Starts the test anew: restores the pets, forgets the requests, ends stalled ones, and replaces the script.
   *
   * @param to `pets`: those that the store started with by default; `script`: an empty one by default
   * @throws TypeError for wrong pets or a wrong script; then nothing changes
   */
  reset(to?: { readonly pets?: readonly Pet[] | undefined; readonly script?: readonly ScriptStep[] | undefined }): void;
}
