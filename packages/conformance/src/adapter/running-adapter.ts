import { err, withTimeout, type Result } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';
import { harnessError, mismatch, type Observation } from '../observation/observation.ts';
import type { AdapterHistory } from './adapter-history.ts';
import { startLineProcess, type LineProcess, type ProcessEvent } from './line-process.ts';
import { readAnswer, readHello, writeLine, type AdapterRequest, type ClientResult, type Hello } from './protocol.ts';

const timers = { clearTimeout, setTimeout };

/** One process of an adapter: it is asked until it breaks the protocol, hangs or ends. */
export class RunningAdapter {
  readonly #history: AdapterHistory;
  readonly #onStop: () => void;
  readonly #process: LineProcess;
  #takeFirst: ((event: ProcessEvent) => void) | undefined;
  /** Settles the calls that wait for an answer, by the ids of their requests: several only if the client can have them at once. */
  readonly #waiting = new Map<string, (result: ClientResult | Observation) => void>();
  /** What the process did first while no call waited: the next call reports that. */
  #unasked: Observation | undefined;

  constructor(command: string, history: AdapterHistory, onStop: () => void) {
    this.#history = history;
    this.#onStop = onStop;
    this.#process = startLineProcess(command, history.addStderr, (event) => this.#receive(event));
  }

  /** Waits for the first line. Ends the process if the line is wrong or late. */
  async readFirstLine(timeout: number): Promise<Result<Hello, string>> {
    const first = new Promise<ProcessEvent>((resolve) => (this.#takeFirst = resolve));
    const event = await withTimeout(first, timeout, timers);
    const hello = event === undefined ? err(describeLateStart(timeout)) : parseFirstLine(event);
    if (hello.isOk()) return hello;
    this.#process.kill();
    const notStarted = this.#history.withStderr(hello.error);
    for (const line of this.#history.takeStderr().split('\n')) {
      if (line.trim() !== '') this.#history.log(`stderr  | ${line}`);
    }
    return err(notStarted);
  }

  /** Returns the answer to a request; else what the client or the adapter did instead, and has then ended the process. */
  async ask(request: Omit<AdapterRequest, 'id'>, deadline: number): Promise<ClientResult | Observation> {
    const unaskedBefore = this.#unasked;
    if (unaskedBefore !== undefined) return this.#stop(unaskedBefore);
    const id = String(++this.#history.lastId);
    const text = writeLine({ id, ...request });
    this.#history.log(`run     > ${text.trimEnd()}`);
    const answered = new Promise<ClientResult | Observation>((resolve) => this.#waiting.set(id, resolve));
    this.#process.write(text);
    const result = await withTimeout(answered, deadline, timers);
    if (result === undefined) {
      const advice = this.#history.hasAnswered ? '' : ' Does the adapter flush its stdout after each line?';
      const late = `The client did not answer within ${deadline} ms.${advice}`;
      return this.#stop(mismatch(this.#history.withStderr(late)));
    }
    const unaskedAfter = this.#unasked;
    return unaskedAfter === undefined ? result : this.#stop(unaskedAfter);
  }

  end(): Promise<string | undefined> {
    return this.#process.end();
  }

  /** Ends the process, and the calls that wait. */
  #stop(observation: Observation): Observation {
    this.#process.kill();
    this.#onStop();
    for (const settle of this.#waiting.values()) settle(observation);
    this.#waiting.clear();
    return observation;
  }

  #receive(event: ProcessEvent): void {
    if ('line' in event && event.line.isOk()) this.#history.log(`adapter < ${event.line.value}`);
    if (this.#takeFirst !== undefined) {
      this.#takeFirst(event);
      this.#takeFirst = undefined;
      return;
    }
    const isAsked = this.#waiting.size > 0; // before #settle, which answers a call
    const wrong = 'ended' in event ? this.#describeEnd(event.ended) : this.#settle(event.line);
    if (wrong === undefined) return;
    if (isAsked) this.#stop(wrong);
    else this.#unasked ??= wrong;
  }

  #describeEnd(ended: string): Observation {
    if (this.#waiting.size > 0)
      return mismatch(this.#history.withStderr(`The adapter ended before it answered: ${ended}.`));
    const early = `The adapter ended after an answer, but has to wait for the next request: ${ended}.`;
    return harnessError(this.#history.withStderr(early)); // an end between two calls says nothing about the client
  }

  /** Gives an answer to the call that waits for it. Returns what is wrong with the line if it is no such answer. */
  #settle(line: Result<string, string>): Observation | undefined {
    const answer = line.andThen(readAnswer);
    if (answer.isErr()) return harnessError(`The adapter wrote a line that is no answer. ${answer.error}`);
    const { id, ...result } = answer.value;
    const settleCall = this.#waiting.get(id);
    if (settleCall === undefined) {
      const ids = [...this.#waiting.keys()];
      const asked = ids.length > 0 ? `the id is ${ids.join(' or ')}` : 'each request has one';
      return harnessError(
        `The adapter wrote a line that is no answer to a request: ${asked}. The line: ${line.unwrapOr('')}`,
      );
    }
    this.#history.hasAnswered = true;
    this.#waiting.delete(id);
    settleCall(result);
    return undefined;
  }
}

function describeLateStart(timeout: number): string {
  return (
    `The adapter did not write its first line within ${timeout / 1000} s of its start. Does it flush its stdout? ` +
    'If it compiles first, build it before the run, or give it longer: --start-timeout SECONDS.'
  );
}

function parseFirstLine(event: ProcessEvent): Result<Hello, string> {
  if ('ended' in event) return err(`The adapter ended before its first line: ${event.ended}.`);
  return event.line.andThen(readHello).mapErr((reason) => `The first line of the adapter is wrong. ${reason}`);
}
