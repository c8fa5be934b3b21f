// What the run refuses before it starts the adapter.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, type RunSettings } from '../src/command.ts';
import { makeFolder } from './adapters.ts';

async function refuse(settings: Partial<RunSettings>) {
  const whole = {
    command: 'exit 3',
    startTimeout: 1,
    jobs: 1,
    numbers: [11],
    strict: false,
    expectedFailures: undefined,
  };
  const output = {
    print: (text: string) => expect.unreachable(text),
    warn: (sentence: string) => expect.unreachable(sentence),
    colours: false,
    width: 80,
  };
  return run({ ...whole, reports: {}, ...settings }, output);
}

test('a report that cannot be written is refused', async () => {
  const file = join(await makeFolder(), 'missing', 'report.xml');
  const message: unknown = expect.stringMatching(/^--junit .*report\.xml: ENOENT/);
  expect(await refuse({ reports: { junit: file } })).toMatchObject({ error: { exitCode: 2, message } });
});

test('a file of expected failures that is missing or wrong is refused', async () => {
  const expectedFailures = join(await makeFolder(), 'expected.txt');
  const refusal = (reason: string) => ({
    error: {
      exitCode: 2,
      message: expect.stringContaining(`--expected-failures ${expectedFailures}: ${reason}`) as string,
    },
  });
  expect(await refuse({ expectedFailures })).toMatchObject(refusal('ENOENT'));
  await writeFile(expectedFailures, '99: none');
  expect(await refuse({ expectedFailures })).toMatchObject(refusal('line 1'));
});
