import { err, ok, type Result } from '@petstore/core';
import { harnessError, mismatch, type Observation } from '../observation.ts';
import type { ConnectedClient } from './connected-client.ts';
import { startLineProcess, type LineProcess, type ProcessEvent } from './line-process.ts';
import { readAnswer, readHello, writeLine, type AdapterRequest, type Hello } from './protocol.ts';

/** How long an adapter may take to write its first line, in milliseconds. */
export const defaultStartTimeout = 10_000;

/** How many characters of stderr are kept. */
const maxStderr = 1_048_576;

/**
 * Starts an adapter. If it breaks the protocol, hangs or ends, the next call starts it again.
 *
 * @param command a line for the shell
 * @param log is called with each line that goes to the adapter or comes from it
 * @param startTimeout how long it may take to write its first line, in milliseconds
 * @returns the client behind it; else a sentence that says why it did not start
 */
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
  let running: LineProcess | undefined;
  /** Why the adapter could not be started again. There is no second try: each try may take the whole start timeout. */
  let notStarted: string | undefined;

  const start = async (): Promise<Result<Hello, string>> => {
    running = startLineProcess(command, (text) => (stderr = (stderr + text).slice(-maxStderr)));
    const event = await running.next(startTimeout);
    const hello = event === undefined ? err(describeLateStart(startTimeout)) : readFirstLine(event, log);
    if (hello.isOk()) return hello;
    running.kill();
    running = undefined;
    notStarted = withStderr(hello.error);
    for (const line of takeStderr().split('\n')) if (line.trim() !== '') log(`stderr  | ${line}`);
    return err(notStarted);
  };

  const stop = (observation: Observation): Observation => {
    running?.kill();
    running = undefined;
    return observation;
  };

  const call: ConnectedClient['call'] = async (request, deadline) => {
    if (notStarted !== undefined) return harnessError(notStarted);
    const restarted = running === undefined ? await start() : undefined;
    if (restarted?.isErr()) return harnessError(restarted.error);
    const adapter = running;
    if (adapter === undefined) return harnessError('The adapter is closed.');
    const before = adapter.peek();
    if (before !== undefined) return stop(describeUnasked(before));
    const whole: AdapterRequest = { id: String(++lastId), ...request };
    const text = writeLine(whole);
    log(`run     > ${text.trimEnd()}`);
    adapter.write(text);
    const event = await adapter.next(deadline);
    if (event === undefined) {
      const advice = hasAnswered ? '' : ' Does the adapter flush its stdout after each line?';
      return stop(mismatch(withStderr(`The client did not answer within ${deadline} ms.${advice}`)));
    }
    if ('ended' in event) {
      return stop(mismatch(withStderr(`The adapter ended before it answered: ${event.ended}.`)));
    }
    const answer = readLine(event, log).andThen(readAnswer);
    if (answer.isErr()) {
      return stop(harnessError(`The adapter wrote a line that is no answer. ${answer.error}`));
    }
    const { id, ...result } = answer.value;
    if (id !== whole.id) {
      return stop(harnessError(`The adapter answered with the id ${JSON.stringify(id)}, and was asked ${whole.id}.`));
    }
    hasAnswered = true;
    const second = adapter.peek();
    if (second !== undefined && !('ended' in second)) return stop(describeUnasked(second)); // the next call reports an end
    return result;
  };

  return (await start()).map((hello) => ({
    hello,
    call,
    takeStderr,
    async close() {
      const warning = await running?.end();
      running = undefined;
      return warning;
    },
  }));

  /** Describes what an adapter did without being asked. */
  function describeUnasked(event: ProcessEvent): Observation {
    if ('ended' in event) {
      // Between two calls: a line here says nothing about the client.
      return harnessError(
        withStderr(`The adapter ended after an answer, but has to wait for the next request: ${event.ended}.`),
      );
    }
    void readLine(event, log);
    return harnessError('The adapter wrote a second answer: one line is expected for each request.');
  }
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

function readFirstLine(event: ProcessEvent, log: (line: string) => void): Result<Hello, string> {
  if ('ended' in event) return err(`The adapter ended before its first line: ${event.ended}.`);
  return readLine(event, log)
    .andThen(readHello)
    .mapErr((reason) => `The first line of the adapter is wrong. ${reason}`);
}

/** Returns the line; else a sentence that says why it is none. */
function readLine(
  event: Exclude<ProcessEvent, { readonly ended: string }>,
  log: (line: string) => void,
): Result<string, string> {
  if ('invalidLine' in event) return err(event.invalidLine);
  log(`adapter < ${event.line}`);
  return ok(event.line);
}
