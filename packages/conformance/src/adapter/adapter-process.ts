import { err, ok, withTimeout, type Result } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';
import { harnessError, mismatch, type Observation } from '../observation/observation.ts';
import type { ConnectedClient } from './connected-client.ts';
import { startLineProcess, type LineProcess, type ProcessEvent } from './line-process.ts';
import { readAnswer, readHello, writeLine, type AdapterRequest, type ClientResult, type Hello } from './protocol.ts';

/** How long an adapter may take to write its first line, in milliseconds. */
export const defaultStartTimeout = 10_000;

/** How many characters of stderr are kept. */
const maxStderr = 1_048_576;

const timers = { clearTimeout, setTimeout };

interface RunningAdapter {
  readonly hello: Hello;
  readonly process: LineProcess;
  readonly ask: ConnectedClient['call'];
}

/** Starts an adapter with a line for the shell. If it breaks the protocol, hangs or ends, the next call starts it again. */
export async function startAdapter(
  command: string,
  log: (line: string) => void,
  startTimeout = defaultStartTimeout,
): Promise<Result<ConnectedClient, string>> {
  let stderr = '';
  const takeStderr = () => {
    const taken = stderr;
    stderr = '';
    return taken;
  };
  const withStderr = (sentence: string) => {
    const line = findTellingLine(stderr);
    return line === '' ? sentence : `${sentence} Its stderr says: ${line}`;
  };
  let lastId = 0;
  let hasAnswered = false;
  /** The process; else why it could not be started. There is no second try: each try may take the whole start timeout. */
  let running: Promise<Result<RunningAdapter, string>> | undefined;

  const start = async (): Promise<Result<RunningAdapter, string>> => {
    /** Settles the calls that wait for an answer, by the ids of their requests: several only if the client can have them at once. */
    const waiting = new Map<string, (result: ClientResult | Observation) => void>();
    /** What the process did while no call waited: the next call reports that. */
    const unasked: Observation[] = [];
    /** Ends the process, and the calls that wait. The next call starts another process. */
    const stop = (observation: Observation): Observation => {
      process.kill();
      running = undefined;
      for (const settle of waiting.values()) settle(observation);
      waiting.clear();
      return observation;
    };
    /** Gives an answer to the call that waits for it. Returns what is wrong with the event if it is no such answer. */
    const settle = (event: ProcessEvent): Observation | undefined => {
      const isAsked = waiting.size > 0;
      if ('ended' in event) {
        if (isAsked) return mismatch(withStderr(`The adapter ended before it answered: ${event.ended}.`));
        const early = `The adapter ended after an answer, but has to wait for the next request: ${event.ended}.`;
        return harnessError(withStderr(early)); // an end between two calls says nothing about the client
      }
      const answer = event.line.andThen(readAnswer);
      if (answer.isErr()) return harnessError(`The adapter wrote a line that is no answer. ${answer.error}`);
      const { id, ...result } = answer.value;
      const settleCall = waiting.get(id);
      if (settleCall === undefined) {
        const asked = isAsked ? `the id is ${[...waiting.keys()].join(' or ')}` : 'each request has one';
        const line = event.line.unwrapOr('');
        return harnessError(`The adapter wrote a line that is no answer to a request: ${asked}. The line: ${line}`);
      }
      hasAnswered = true;
      waiting.delete(id);
      settleCall(result);
      return undefined;
    };

    let takeFirst: ((event: ProcessEvent) => void) | undefined;
    const first = new Promise<ProcessEvent>((resolve) => (takeFirst = resolve));
    const process = startLineProcess(
      command,
      (text) => (stderr = (stderr + text).slice(-maxStderr)),
      (event) => {
        if ('line' in event && event.line.isOk()) log(`adapter < ${event.line.value}`);
        if (takeFirst !== undefined) {
          takeFirst(event);
          takeFirst = undefined;
        } else {
          const report = waiting.size > 0 ? stop : (wrong: Observation) => unasked.push(wrong);
          const wrong = settle(event);
          if (wrong !== undefined) report(wrong);
        }
      },
    );
    const event = await withTimeout(first, startTimeout, timers);
    const hello = event === undefined ? err(describeLateStart(startTimeout)) : readFirstLine(event);
    if (hello.isErr()) {
      process.kill();
      const notStarted = withStderr(hello.error);
      for (const line of takeStderr().split('\n')) if (line.trim() !== '') log(`stderr  | ${line}`);
      return err(notStarted);
    }
    return ok({
      hello: hello.value,
      process,
      async ask(request, deadline) {
        const [before] = unasked;
        if (before !== undefined) return stop(before);
        const whole: AdapterRequest = { id: String(++lastId), ...request };
        const text = writeLine(whole);
        log(`run     > ${text.trimEnd()}`);
        const answered = new Promise<ClientResult | Observation>((resolve) => waiting.set(whole.id, resolve));
        process.write(text);
        const result = await withTimeout(answered, deadline, timers);
        if (result === undefined) {
          const advice = hasAnswered ? '' : ' Does the adapter flush its stdout after each line?';
          return stop(mismatch(withStderr(`The client did not answer within ${deadline} ms.${advice}`)));
        }
        const [second] = unasked;
        return second === undefined ? result : stop(second);
      },
    });
  };

  const call: ConnectedClient['call'] = async (request, deadline) => {
    const adapter = await (running ??= start());
    return adapter.isErr() ? harnessError(adapter.error) : adapter.value.ask(request, deadline);
  };

  return (await (running = start())).map(({ hello }) => ({
    hello,
    call,
    takeStderr,
    close: async () =>
      (await running)?.match(
        ({ process }) => process.end(),
        () => undefined,
      ),
  }));
}

/** Returns the line of stderr that most likely says why a program ended. Some languages write a stack or a version after it. */
function findTellingLine(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  return (lines.findLast((line) => /^(?!\s).*(?:error|exception|panic)/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

function describeLateStart(timeout: number): string {
  return (
    `The adapter did not write its first line within ${timeout / 1000} s of its start. Does it flush its stdout? ` +
    'If it compiles first, build it before the run, or give it longer: --start-timeout SECONDS.'
  );
}

function readFirstLine(event: ProcessEvent): Result<Hello, string> {
  if ('ended' in event) return err(`The adapter ended before its first line: ${event.ended}.`);
  return event.line.andThen(readHello).mapErr((reason) => `The first line of the adapter is wrong. ${reason}`);
}
