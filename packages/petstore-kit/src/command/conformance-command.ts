import { caseNumbers, defaultJobs, defaultStartTimeout, type RunSettings } from '@petstore/conformance';
import { err, ok, type Result } from '@petstore/core';
import {
  findWrongValue,
  isOn,
  readCommandLine,
  sharedOptions,
  type Command,
  type GivenOptions,
} from './command-line.ts';
import { languages } from './init-adapter.ts';

const file = { type: 'string', value: 'FILE', mustBe: 'the name of a file' } as const;

export const conformanceCommand = {
  introduction: `Example: petstore-kit conformance run --command "python3 adapter.py"

Is your client of the pet store interface right? run calls it through an
adapter: a program that reads requests on stdin and writes what the client made
of the answers on stdout. init writes one to begin with into this folder.
The guide: docs/checking-a-client.md in petstore-kit.

Usage: petstore-kit conformance init LANGUAGE
       petstore-kit conformance run --command COMMAND [options]

Languages: ${languages.join(', ')}`,
  title: 'Options',
  showsValues: true,
  options: {
    command: {
      type: 'string',
      value: 'COMMAND',
      mustBe: 'the line that starts the adapter, such as --command "python adapter.py"',
      help: 'the line for the shell that starts the adapter',
      ifLeftOut: 'required',
    },
    'start-timeout': {
      type: 'string',
      value: 'SECONDS',
      mustBe: 'seconds, an integer from 1 to 3600',
      isValid: (text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3_600,
      help: 'how long the adapter may take to write its first line, at most 3600; more if it compiles first',
      ifLeftOut: String(defaultStartTimeout / 1000),
    },
    jobs: {
      type: 'string',
      value: 'N',
      mustBe: 'an integer from 1 to 64',
      isValid: (text) => /^[1-9]\d?$/.test(text) && Number(text) <= 64,
      help: 'how many adapters judge cases side by side, each with servers of its own',
      ifLeftOut: String(defaultJobs),
    },
    only: {
      type: 'string',
      value: 'N,N',
      mustBe: `numbers of cases from 1 to ${Math.max(...caseNumbers)}, such as 11,36`,
      isValid: (text) => text.split(',').every((number) => caseNumbers.map(String).includes(number.trim())),
      help: 'run only these cases',
    },
    'expected-failures': {
      ...file,
      help: '[cases that fail](checking-a-client.md#what-you-know-already), and must not pass: `"11: REASON"` a line',
    },
    strict: { type: 'boolean', help: 'a SHOULD counts as a MUST' },
    junit: { ...file, help: 'write the report as JUnit XML' },
    json: { ...file, help: 'write the report as JSON' },
    html: { ...file, help: 'write the report as a page' },
    ...sharedOptions,
  },
  notes: `Exit code: 0 if every MUST passes that the client supports, and what is
expected to fail does not pass. 1 if a MUST does not pass, or was not
exercised; if the run or the adapter failed; or if nothing could be judged.
2 if the command line is wrong.`,
} as const satisfies Command;

type ConformanceCommand = RunSettings | { readonly language: string };

/**
 * Reads the arguments after `conformance`.
 *
 * @returns the settings of `run`, or the language of `init`; else a sentence that names what is wrong
 */
export function parseConformanceCommand(args: readonly string[]): Result<ConformanceCommand, string> {
  return readCommandLine(conformanceCommand, args, {}).andThen<ConformanceCommand, string>(({ given, loose }) => {
    const [action, language, ...others] = loose.map(({ value }) => value);
    const [extra] = action === 'init' ? [...others, ...Object.keys(given).map((name) => `--${name}`)] : [language];
    if (extra !== undefined) return err(`"${extra}" is one word too many: put a command with spaces in quotes.`);
    if (action === 'run') return parseRun(given);
    if (action !== 'init') {
      return err(`${action === undefined ? 'An action is missing' : `"${action}" is no action`}: use init or run.`);
    }
    if (language !== undefined && languages.includes(language)) return ok({ language });
    const wrong = language === undefined ? 'init needs a language' : `There is no adapter in "${language}"`;
    return err(`${wrong}: use one of ${languages.join(', ')}.`);
  });
}

function parseRun(given: GivenOptions<keyof typeof conformanceCommand.options>): Result<RunSettings, string> {
  const { command, json, junit, html, 'start-timeout': seconds } = given;
  const wrong = findWrongValue(conformanceCommand, given);
  if (wrong !== undefined) return err(wrong);
  if (command === undefined || command.text.trim() === '') {
    return err(`--command is missing: ${conformanceCommand.options.command.mustBe}.`);
  }
  return ok({
    command: command.text,
    jobs: given.jobs === undefined ? defaultJobs : Number(given.jobs.text),
    startTimeout: seconds === undefined ? defaultStartTimeout : Number(seconds.text) * 1000,
    numbers: given.only?.text.split(',').map(Number) ?? caseNumbers,
    strict: isOn(given.strict),
    expectedFailures: given['expected-failures']?.text,
    reports: {
      ...(json !== undefined && { json: json.text }),
      ...(junit !== undefined && { junit: junit.text }),
      ...(html !== undefined && { html: html.text }),
    },
  });
}
