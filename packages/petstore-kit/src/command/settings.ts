import { err, ok, type Result } from '@petstore/core';
import { openApiDocument, parseAddress } from '@petstore/http';
import manifest from '../../package.json' with { type: 'json' };
import { commandOptions, isPostgresAddress, optionNames, splitList, type CommandOption } from './command-options.ts';
import { readGivenOptions, type GivenOption, type GivenOptions } from './given-options.ts';
import type { StorageChoice } from './open-storage.ts';
import { usage } from './usage.ts';

/** How to serve. */
export interface Settings extends StorageChoice {
  readonly port: number;
  readonly host: string;
  /** The valid API keys. If there are none, one is generated. */
  readonly apiKeys: readonly string[];
  /** The address at which clients reach the server, without `/v1`; `undefined` for the address on which it listens. */
  readonly publicUrl: string | undefined;
  /** The pets of an empty store: a number of example pets, or the path of a file with pets. */
  readonly seed: string;
  readonly cors: boolean;
  readonly quiet: boolean;
  /** Whether to print one line of JSON instead of lines for people. */
  readonly json: boolean;
  /** Whether to serve sessions for tests, below `/_testing`. */
  readonly testing: boolean;
  /** The token of the sessions; `undefined` generates one. */
  readonly testingToken: string | undefined;
  /** The host names, beside those of this machine, under which the sessions are served. */
  readonly testingHosts: readonly string[];
  /** Whether to stop when stdin ends. */
  readonly exitOnStdinEnd: boolean;
}

/** What the command does: it prints a text, or serves. */
export type Invocation = string | Settings;

/**
 * Reads the command line and, for options that it lacks, the environment.
 *
 * @param args the arguments after the command's name
 * @returns what to do; an Err with a sentence that names the wrong option or variable. It shows neither a key nor an address
 */
export function parseInvocation(args: readonly string[], env: NodeJS.ProcessEnv): Result<Invocation, string> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return ok(usage);
  if (args.includes('--version')) return ok(manifest.version);
  return readGivenOptions(args, env).andThen((given) => {
    const wrong = findWrongValue(given);
    return wrong === undefined ? ok(createInvocation(given)) : err(wrong);
  });
}

function findWrongValue(given: GivenOptions): string | undefined {
  for (const name of optionNames) {
    const option = given[name];
    if (option === undefined) continue;
    const { mustBe = '1 or true, 0 or false', isValid = isBoolean }: CommandOption = commandOptions[name];
    const { source, text } = option;
    if (text === '') return `${source} is set, but empty: unset it, or set it to ${mustBe}.`;
    if (!isValid(text)) return `${source} must be ${mustBe}.`;
  }
  const needsTesting = [given['testing-token'], given['testing-host']].find((option) =>
    option?.source.startsWith('--'),
  );
  if (needsTesting !== undefined && !isOn(given.testing)) return `${needsTesting.source} needs --testing.`;
  const { seed, storage } = given;
  if (seed !== undefined && seed.text !== '0' && isPostgresAddress(storage?.text ?? '')) {
    return `${seed.source} is not for PostgreSQL, which assigns ids itself: insert the pets with psql.`;
  }
  return undefined;
}

function createInvocation(given: GivenOptions): Invocation {
  const publicUrl = parseAddress(given['public-url']?.text);
  if (given.openapi !== undefined) {
    const address = publicUrl ?? 'http://127.0.0.1:8080'; // of a server that is started without options
    const version = given.openapi.text === '3.1' ? '3.1' : '3.0';
    return JSON.stringify(openApiDocument({ version, serverUrl: `${address}/v1` }));
  }
  return {
    port: Number(given.port?.text ?? 8080),
    host: given.host?.text ?? '127.0.0.1',
    apiKeys: readList(given['api-key']),
    publicUrl,
    storage: given.storage?.text ?? 'pets.json',
    lock: !isOn(given['no-lock']),
    seed: given.seed?.text ?? '0',
    cors: !isOn(given['no-cors']),
    quiet: isOn(given.quiet),
    json: isOn(given.json),
    testing: isOn(given.testing),
    testingToken: given['testing-token']?.text,
    testingHosts: readList(given['testing-host']),
    exitOnStdinEnd: isOn(given['exit-on-stdin-end']),
  };
}

function readList(option: GivenOption | undefined): readonly string[] {
  return option === undefined ? [] : splitList(option.text);
}

function isBoolean(text: string): boolean {
  return /^(?:1|true|0|false)$/i.test(text);
}

function isOn(option: GivenOption | undefined): boolean {
  return option !== undefined && /^(?:1|true)$/i.test(option.text);
}
