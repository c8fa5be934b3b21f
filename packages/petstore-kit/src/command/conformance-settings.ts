import { err, ok, type Result } from '@petstore/core';
import {
  newestSet,
  sets,
  defaultStartTimeout,
  type CommonSettings,
  type RunSettings,
  type ServeSettings,
} from '@petstore/conformance';
import { parseArgs } from 'node:util';
import { findWrongOption, type CommandLineOption } from './command-line.ts';

/** What the command does: it prints its help or its version, runs the cases, or serves. */
export type Invocation = 'help' | 'version' | RunSettings | ServeSettings;

const file = { type: 'string', mustBe: 'the name of a file' } as const;

const options = {
  command: { type: 'string', mustBe: 'the line that starts the adapter, such as --command "python adapter.py"' },
  'start-timeout': { type: 'string', mustBe: 'seconds, an integer from 1 to 3600' },
  host: { type: 'string', mustBe: 'a host name or an address' },
  port: { type: 'string', mustBe: 'an integer from 0 (a free one) to 65535' },
  'exit-on-stdin-end': { type: 'boolean' },
  'expected-failures': file,
  'known-flaky': file,
  strict: { type: 'boolean' },
  junit: file,
  json: file,
  html: file,
  only: { type: 'string', mustBe: 'numbers of cases, such as 11,36' },
  set: { type: 'string', mustBe: `one of ${Object.keys(sets).join(', ')}` },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies Readonly<Record<string, CommandLineOption>>;

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/**
 * Reads the command line.
 *
 * @returns what to do; an Err with a sentence that names what is wrong
 */
export function parseInvocation(args: readonly string[]): Result<Invocation, string> {
  return parseFlags(args).andThen(({ values: flags, positionals }): Result<Invocation, string> => {
    if (flags.help === true) return ok('help');
    if (flags.version === true) return ok('version');
    const [action, ...more] = positionals;
    if (more[0] !== undefined) return err(`"${more[0]}" is one word too many: put a command with spaces in quotes.`);
    switch (action) {
      case 'run':
        return parseCommon(flags).andThen((common) => parseRun(flags, common));
      case 'serve':
        return parseCommon(flags).andThen((common) => parseServe(flags, common));
      default:
        return err(`${action === undefined ? 'An action is missing' : `"${action}" is no action`}: run or serve.`);
    }
  });
}

function parseFlags(args: readonly string[]): Result<{ values: Flags; positionals: string[] }, string> {
  const wrong = findWrongOption(args, options);
  return wrong === undefined ? ok(parseArgs({ args: [...args], options, allowPositionals: true })) : err(wrong);
}

function parseRun(flags: Flags, common: CommonSettings): Result<Invocation, string> {
  const wrong = (['host', 'port', 'exit-on-stdin-end'] as const).find((name) => flags[name] !== undefined);
  if (wrong !== undefined) return err(`--${wrong} is for serve: the run takes a free port, and ends by itself.`);
  if (flags.command === undefined || flags.command.trim() === '') {
    return err(`--command is missing: ${options.command.mustBe}.`);
  }
  const seconds = flags['start-timeout'] ?? String(defaultStartTimeout / 1000);
  if (!/^[1-9]\d{0,3}$/.test(seconds) || Number(seconds) > 3_600) {
    return err(`--start-timeout must be ${options['start-timeout'].mustBe}, not "${seconds}".`);
  }
  return ok({ action: 'run', command: flags.command, startTimeout: Number(seconds) * 1000, ...common });
}

function parseServe(flags: Flags, common: CommonSettings): Result<Invocation, string> {
  const wrong = (['command', 'start-timeout'] as const).find((name) => flags[name] !== undefined);
  if (wrong !== undefined) return err(`--${wrong} is for run: serve only watches.`);
  const { host = '127.0.0.1', port = '0', 'exit-on-stdin-end': exitOnStdinEnd = false } = flags;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return err(`--port must be ${options.port.mustBe}, not "${port}".`);
  }
  return ok({ action: 'serve', host, port: Number(port), exitOnStdinEnd, ...common });
}

function parseCommon(flags: Flags): Result<CommonSettings, string> {
  const { set = newestSet, only, strict = false, json, junit, html } = flags;
  const numbers = Object.hasOwn(sets, set) ? sets[set] : undefined;
  if (numbers === undefined) return err(`--set must be ${options.set.mustBe}, not "${set}".`);
  const reports = {
    ...(json !== undefined && { json }),
    ...(junit !== undefined && { junit }),
    ...(html !== undefined && { html }),
  };
  return parseOnly(only, numbers).map((some) => ({
    set,
    numbers: some,
    strict,
    expectedFailures: flags['expected-failures'],
    knownFlaky: flags['known-flaky'],
    reports,
  }));
}

/** Reads `--only 11,36`. */
function parseOnly(only: string | undefined, numbers: readonly number[]): Result<readonly number[], string> {
  if (only === undefined) return ok(numbers);
  const some = only.split(',').map((text) => text.trim());
  const wrong = some.find((text) => !/^\d+$/.test(text) || !numbers.includes(Number(text)));
  if (wrong !== undefined)
    return err(`--only must be numbers of cases from 1 to ${Math.max(...numbers)}, such as 11,36, not "${wrong}".`);
  return ok(some.map(Number));
}
