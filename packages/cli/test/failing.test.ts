import { describe, expect, test } from 'vitest';
import { runCommand, runServer } from './running-command.ts';

const oneSentence = /^petstore: [^\n]+\n$/;

describe('an unexpected error ends the command with one sentence on stderr and exit code 1', () => {
  test('at the start: its folder is gone', async () => {
    const removeFolder = `
      import { mkdtempSync, rmdirSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      const folder = mkdtempSync(tmpdir() + '/petstore-gone-');
      process.chdir(folder);
      rmdirSync(folder);`;
    const { exited, stderr, stdout } = runCommand(['--port', '0', '--storage', 'pets.json'], {}, removeFolder);
    expect(await exited).toBe(1);
    expect(stderr()).toMatch(oneSentence);
    expect(stdout()).toBe('');
  });

  test.each([
    ['throws', 'throw new Error("broken\\nin two lines")'],
    ['throws a string', 'throw "broken"'],
    ['throws an Error without a message', 'throw new RangeError()'],
    ['rejects', 'Promise.reject(new Error("broken"))'],
    ['emits an error without a listener', 'new EventEmitter().emit("error", new Error("broken"))'],
  ])('at the stop: something %s', async (_what, failure) => {
    const failAtStop = `
      import { EventEmitter } from 'node:events';
      process.once('SIGTERM', () => { ${failure}; });`;
    const { child, exited, stderr } = await runServer([], {}, failAtStop);
    child.kill('SIGTERM');
    expect(await exited).toBe(1);
    expect(stderr()).toMatch(oneSentence);
    expect(stderr()).toMatch(/broken|RangeError/);
  });
});
