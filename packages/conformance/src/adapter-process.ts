import { err, ok, type Result } from '@petstore/core';
import { runLines, type Lines, type Sign } from './line-process.ts';
import { readAnswer, readHello, writeLine, type CallRequest, type Hello } from './protocol.ts';
import type { Outcome, Testee } from './testee.ts';

/** How long an adapter may take to write its first line, in milliseconds. */
export const usualStartTimeout = 10_000;

/**
 * Starts an adapter, and restarts it after it broke the protocol, hung or ended.
 *
 * @param command a line for the shell
 * @param log is called with each line that goes to the adapter or comes from it
 * @param startTimeout how long it may take to write its first line, in milliseconds
 * @returns the client behind it; else a sentence about why it did not start
 */
export async function startAdapter(
  command: string,
  log: (line: string) => void,
  startTimeout = usualStartTimeout,
): Promise<Result<Testee, string>> {
  let stderr = '';
  const takeStderr = () => {
    const taken = stderr;
    stderr = '';
    return taken;
  };
  const withStderr = (sentence: string) => {
    const line = tellingLine(stderr);
    return line === '' ? sentence : `${sentence} Its stderr says: ${line}`;
  };
  let lastId = 0;
  let hasAnswered = false;
  let running: Lines | undefined;
  /** Why it could not be started again. It is not tried twice, because each try may take the whole time. */
  let notStarted: string | undefined;

  const start = async (): Promise<Result<Hello, string>> => {
    running = runLines(command, (text) => (stderr = (stderr + text).slice(-1_048_576)));
    const sign = await running.next(startTimeout);
    const hello = sign === undefined ? err(lateStart(startTimeout)) : firstLine(sign, log);
    if (hello.isOk()) return hello;
    running.kill();
    running = undefined;
    notStarted = withStderr(hello.error);
    for (const line of takeStderr().split('\n')) if (line.trim() !== '') log(`stderr  | ${line}`);
    return err(notStarted);
  };

  const stop = (outcome: Outcome): Outcome => {
    running?.kill();
    running = undefined;
    return outcome;
  };

  const call = async (request: Omit<CallRequest, 'id'>, deadline: number): Promise<Outcome> => {
    if (notStarted !== undefined) return { kind: 'broken', seen: notStarted };
    const again = running === undefined ? await start() : undefined;
    if (again?.isErr()) return { kind: 'broken', seen: again.error };
    const lines = running;
    if (lines === undefined) return { kind: 'broken', seen: 'The adapter is closed.' };
    const before = lines.peek();
    if (before !== undefined) return stop(unasked(before));
    const whole: CallRequest = { id: String(++lastId), ...request };
    const text = writeLine(whole);
    log(`run     > ${text.trimEnd()}`);
    lines.write(text);
    const sign = await lines.next(deadline);
    if (sign === undefined) {
      const advice = hasAnswered ? '' : ' Does the adapter flush its stdout after each line?';
      return stop({ kind: 'silent', seen: withStderr(`The client did not answer within ${deadline} ms.${advice}`) });
    }
    if ('ended' in sign) {
      return stop({ kind: 'exited', seen: withStderr(`The adapter ended before it answered: ${sign.ended}.`) });
    }
    const answer = readSign(sign, log).andThen(readAnswer);
    if (answer.isErr())
      return stop({ kind: 'broken', seen: `The adapter wrote a line that is no answer. ${answer.error}` });
    if (answer.value.id !== whole.id) {
      return stop({
        kind: 'broken',
        seen: `The adapter answered with the id ${JSON.stringify(answer.value.id)}, and was asked ${whole.id}.`,
      });
    }
    hasAnswered = true;
    const second = lines.peek();
    if (second !== undefined && !('ended' in second)) return stop(unasked(second)); // the next call tells that it ended
    return 'error' in answer.value
      ? { kind: 'error', error: answer.value.error }
      : { kind: 'ok', value: answer.value.ok };
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

  function unasked(sign: Sign): Outcome {
    if ('ended' in sign) {
      // The call that it broke has its answer already, and this one was not made: nothing can be said of the client.
      return {
        kind: 'broken',
        seen: withStderr(`The adapter ended after an answer, but has to wait for the next request: ${sign.ended}.`),
      };
    }
    void readSign(sign, log);
    return { kind: 'broken', seen: 'The adapter wrote a second answer: one line is expected for each request.' };
  }
}

/** Returns the line of stderr that most likely says why a program ended. Some languages write a stack or a version behind it. */
function tellingLine(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  return (lines.findLast((line) => /^(?!\s).*(?:error|exception|panic)/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

function lateStart(timeout: number): string {
  return (
    `The adapter did not write its first line within ${timeout / 1000} s of its start. Does it flush its stdout? ` +
    'If it compiles first, build it before the run, or give it longer: --start-timeout SECONDS.'
  );
}

function firstLine(sign: Sign, log: (line: string) => void): Result<Hello, string> {
  if ('ended' in sign) return err(`The adapter ended before its first line: ${sign.ended}.`);
  return readSign(sign, log)
    .andThen(readHello)
    .mapErr((reason) => `The first line of the adapter is wrong. ${reason}`);
}

/** Returns a line; else a sentence about why there is none. */
function readSign(
  sign: Exclude<Sign, { readonly ended: string }>,
  log: (line: string) => void,
): Result<string, string> {
  if ('noLine' in sign) return err(sign.noLine);
  log(`adapter < ${sign.line}`);
  return ok(sign.line);
}
