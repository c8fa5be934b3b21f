import { err, ok, type Result } from '@petstore/core';
import { runLines, type Lines, type Sign } from './line-process.ts';
import { readAnswer, readHello, writeLine, type CallRequest, type Hello } from './protocol.ts';
import type { Outcome, Testee } from './testee.ts';

/**
 * Starts an adapter, and restarts it after it broke the protocol, hung or ended.
 *
 * @param command a line for the shell
 * @param log is called with each line that goes to the adapter or comes from it
 * @param helloTimeout how long it may take to write its first line, in milliseconds
 * @returns the client behind it; else a sentence about why it did not start
 */
export async function startAdapter(
  command: string,
  log: (line: string) => void,
  helloTimeout = 10_000,
): Promise<Result<Testee, string>> {
  let stderr = '';
  const takeStderr = () => {
    const taken = stderr;
    stderr = '';
    return taken;
  };
  let lastId = 0;
  let running: Lines | undefined;

  const start = async (): Promise<Result<Hello, string>> => {
    running = runLines(command, (text) => (stderr = (stderr + text).slice(-1_048_576)));
    const sign = await running.next(helloTimeout);
    const hello =
      sign === undefined
        ? err(
            `The adapter did not write its first line within ${helloTimeout / 1000} s of its start. Does it flush its stdout?`,
          )
        : firstLine(sign, log);
    if (hello.isOk()) return hello;
    running.kill();
    running = undefined;
    const lines = takeStderr().trimEnd().split('\n');
    for (const line of lines) if (line !== '') log(`stderr  | ${line}`);
    return err(lines[0] === '' ? hello.error : `${hello.error} Its stderr ends with: ${lines.at(-1)?.trim() ?? ''}`);
  };

  const stop = (outcome: Outcome): Outcome => {
    running?.kill();
    running = undefined;
    return outcome;
  };

  const call = async (request: Omit<CallRequest, 'id'>, deadline: number): Promise<Outcome> => {
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
    if (sign === undefined) return stop({ kind: 'silent', seen: `The client did not answer within ${deadline} ms.` });
    if ('ended' in sign) return stop({ kind: 'exited', seen: `The adapter ended before it answered: ${sign.ended}.` });
    const answer = readSign(sign, log).andThen(readAnswer);
    if (answer.isErr())
      return stop({ kind: 'broken', seen: `The adapter wrote a line that is no answer. ${answer.error}` });
    if (answer.value.id !== whole.id) {
      return stop({
        kind: 'broken',
        seen: `The adapter answered with the id ${JSON.stringify(answer.value.id)}, and was asked ${whole.id}.`,
      });
    }
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
      return { kind: 'exited', seen: `The adapter ended without being asked to: ${sign.ended}.` };
    }
    void readSign(sign, log);
    return { kind: 'broken', seen: 'The adapter wrote a second answer: one line is expected for each request.' };
  }
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
