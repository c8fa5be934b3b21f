// Runs the commands of the action for GitHub and of the job for GitLab, as a runner would.
import { bundleProgram, quoteShellWords } from '@petstore/test-support/program';
import { spawnSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from './adapters.ts';

const examples = join(import.meta.dirname, '../../../examples/conformance');

/** The adapter rounds integers beyond 2^53, so that case 11 fails. */
let adapter: string;
let program: string;
beforeAll(async () => {
  program = await bundleProgram(join(import.meta.dirname, '../../petstore-kit/src/main.ts'));
  adapter = quoteShellWords(process.execPath, await bundleProgram(join(examples, 'typescript/adapter.ts')));
});

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly [judge: Step, summary: Step, upload: Step] };
}

/** Runs a script in bash. `npx --no -- petstore-kit` starts the command of this repository, and `npm ci` does nothing. */
async function runScript(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  const programs = await makeFolder();
  const npx = [
    '#!/bin/sh',
    '[ "$1 $2 $3" = "--no -- petstore-kit" ] || exit 99',
    'shift 3',
    `exec ${quoteShellWords(process.execPath, program)} "$@"`,
  ];
  await writeFile(join(programs, 'npx'), npx.join('\n'), { mode: 0o755 });
  await writeFile(join(programs, 'npm'), '#!/bin/sh\n[ "$*" = ci ]', { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, ...env },
  });
  return { exitCode: status, printed: stdout + stderr };
}

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe.skipIf(!hasBash)('the jobs that judge a client in CI (this test needs bash)', () => {
  test.each([
    { what: 'the result', command: () => adapter, shows: 'Failed: 11' },
    { what: 'why no adapter started', command: () => 'echo no such client >&2; exit 3', shows: 'no such client' },
  ])(
    'the action for GitHub ends with the exit code, keeps the reports, and shows $what',
    async ({ command, shows }) => {
      const { inputs, runs } = parse(await readFile(join(examples, 'action/action.yml'), 'utf8')) as Action;
      const [judge, summary, upload] = runs.steps;
      const temp = await makeFolder();
      const given: Readonly<Record<string, string>> = { command: command(), arguments: '--only 4,11' };

      /** Replaces the expressions of a value, as a runner does. */
      const evaluate = (value: string): string =>
        value.replace(
          /\$\{\{ (?:(runner\.temp)|inputs\.([\w-]+)) \}\}/g,
          (_, isTemp: string | undefined, input: string) => {
            if (isTemp !== undefined) return temp;
            const value = given[input] ?? inputs[input]?.default;
            if (value === undefined) throw new Error(`The action has no input ${input}.`);
            return value;
          },
        );
      const runStep = ({ run = '', env = {}, shell }: Step) => {
        expect(shell).toBe('bash');
        const evaluated = Object.entries(env).map(([name, value]) => [name, evaluate(value)] as const);
        return runScript(evaluate(run), temp, {
          ...Object.fromEntries(evaluated),
          GITHUB_STEP_SUMMARY: join(temp, 'summary'),
        });
      };

      const judged = await runStep(judge);
      expect(judged).toMatchObject({ exitCode: 1 });
      expect(judged.printed).toContain(shows);

      // The other steps run whatever the first found.
      expect([summary.if, upload.if]).toEqual(['always()', 'always()']);
      expect(await runStep(summary)).toMatchObject({ exitCode: 0 });
      const shown = await readFile(join(temp, 'summary'), 'utf8');
      expect(shown).toMatch(/^```text\n[^]*\n```\n$/);
      expect(shown).toContain(shows);

      expect(upload.uses).toMatch(/^actions\/upload-artifact@v\d+$/);
      const folder = evaluate(upload.with?.path ?? '');
      expect(await readFile(join(folder, 'conformance.html'), 'utf8')).toMatch(/^<!doctype html>/i);
      expect(await readFile(join(folder, 'conformance.xml'), 'utf8')).toContain('<testsuite');
    },
  );

  test('the job for GitLab ends with the exit code of the run, and keeps the reports', async () => {
    const { conformance } = parse(await readFile(join(examples, 'action/gitlab-ci.yml'), 'utf8')) as {
      readonly conformance: {
        readonly variables: Readonly<Record<string, string>>;
        readonly script: readonly string[];
        readonly artifacts: {
          readonly when: string;
          readonly paths: readonly string[];
          readonly reports: { readonly junit: string };
        };
      };
    };
    expect(Object.keys(conformance)).toEqual(['image', 'variables', 'script', 'artifacts']);
    const { variables, script, artifacts } = conformance;
    expect(script[0]).toBe('npm ci');
    const folder = await makeFolder();
    for (const file of ['adapter.mjs', 'protocol.mjs'])
      await copyFile(join(examples, 'javascript', file), join(folder, file));
    const judged = await runScript(script.join('\n'), folder, variables);
    expect(judged).toMatchObject({ exitCode: 1 });
    expect(judged.printed).toContain('Failed: 11');

    expect(artifacts.when).toBe('always');
    const reports = [...artifacts.paths, artifacts.reports.junit].map((file) => readFile(join(folder, file), 'utf8'));
    expect(await Promise.all(reports)).toEqual([
      expect.stringMatching(/^<!doctype html>/i),
      expect.stringContaining('<testsuite'),
    ]);
  });
});
