import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const reportCpu = join(import.meta.dirname, 'report-cpu.cjs');
const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** How processes are pinned to CPUs, as a result says it. */
export const pinning = hasTaskset ? 'each process pinned to one CPU with taskset' : 'no taskset: processes not pinned';

/**
 * Starts a Node program that answers questions over IPC. Each knows the question `cpu`: the microseconds of CPU time
 * that its process has used.
 *
 * @param cpu the CPU to pin it to, if this machine has `taskset`
 */
export function startChild(file, { args = [], cpu, nodeOptions = [], stdout = 'inherit', cwd } = {}) {
  const node = [process.execPath, '--require', reportCpu, ...nodeOptions, file, ...args.map(String)];
  const [program, ...rest] = hasTaskset && cpu !== undefined ? ['taskset', '-c', cpu, ...node] : node;
  const child = spawn(program, rest, {
    cwd,
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });

  let nextId = 0;
  let died;
  const waiting = new Map();
  child.on('message', ({ id, answer, failure }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) resolve(answer);
    else reject(new Error(`${file}: ${failure}`));
  });
  child.on('exit', (code, signal) => {
    died = new Error(`${file} ended with ${code ?? signal}.`);
    for (const { reject } of waiting.values()) reject(died);
  });

  return {
    ask(question, parameters) {
      if (died) return Promise.reject(died);
      return new Promise((resolve, reject) => {
        nextId += 1;
        waiting.set(nextId, { resolve, reject });
        child.send({ id: nextId, question, parameters });
      });
    },
    async stop() {
      if (died) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Answers the questions of the parent, one function for each, for as long as the parent lives. */
export function answerQuestions(functions) {
  process.channel.ref();
  process.on('disconnect', () => process.exit());
  globalThis.answerOtherQuestions(async ({ id, question, parameters }) => {
    try {
      process.send({ id, answer: await functions[question](parameters) });
    } catch (error) {
      process.send({ id, failure: error.stack });
    }
  });
}
