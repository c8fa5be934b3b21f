import { err, findNearName, ok, type Result } from '@petstore/core';
import { isApiKey, isHost, openApiDocument, parseAddress, type OpenApiVersion } from '@petstore/http';
import { findWrongOption } from './command-line.ts';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { commandOptions, type CommandOption } from './command-options.ts';
import { isPostgresAddress, type StorageChoice } from './open-storage.ts';
import { usage } from './usage.ts';

/** How to serve. */
export interface Settings extends StorageChoice {
  readonly port: number;
  readonly host: string;
  /** The valid API keys; if there are none, one is generated. */
  readonly apiKeys: readonly string[];
  /** The address at which clients reach the server, without `/v1`; `undefined` if it is the one that it listens on. */
  readonly publicUrl: string | undefined;
  /** What an empty store starts with: a number of example pets, or the path of a file with pets. */
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

type OptionName = keyof typeof commandOptions;

/** What an option was set to, and the name under which it was: `--port` or `PORT`. */
interface Given {
  readonly source: string;
  readonly text: string;
}

/** What was given for each option; `undefined` if nothing was. */
type GivenOptions = Readonly<Partial<Record<OptionName, Given>>>;

/**
 * Reads the command line and, for options that it leaves out, the environment.
 *
 * @param args the arguments after the command's name
 * @returns what to do, or a sentence that names the wrong option or variable, and shows neither a key nor an address
 */
export function parseInvocation(args: readonly string[], env: NodeJS.ProcessEnv): Result<Invocation, string> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return ok(usage);
  if (args.includes('--version')) return ok(manifest.version);
  return parseFlags(args, env)
    .map((flags) => readOptions(flags, env))
    .andThen((given) => {
      const wrong = findWrongValue(given);
      return wrong === undefined ? ok(createInvocation(given)) : err(wrong);
    });
}

function createInvocation(given: GivenOptions): Invocation {
  const publicUrl = parseAddress(given['public-url']?.text);
  if (given.openapi !== undefined) {
    const address = publicUrl ?? 'http://127.0.0.1:8080'; // of a server that is started without options
    const version = given.openapi.text as OpenApiVersion;
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

/** Whether a value of an option is valid. An option without a value has one if a variable sets it. */
const isValid: Readonly<Record<OptionName, (text: string) => boolean>> = {
  port: (text) => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535,
  host: () => true,
  'public-url': (text) => parseAddress(text)?.endsWith('/v1') === false,
  'api-key': (text) => splitList(text).every(isApiKey),
  storage: (text) => text === 'memory' || isPostgresAddress(text) || /\.json$/i.test(text),
  'no-lock': isBoolean,
  seed: (text) => /^[0-9]{1,6}$|\.json$/i.test(text),
  'no-cors': isBoolean,
  quiet: isBoolean,
  json: isBoolean,
  testing: isBoolean,
  'testing-token': isApiKey,
  'testing-host': (text) => splitList(text).every(isHost),
  'exit-on-stdin-end': isBoolean,
  openapi: (text) => /^3\.[01]$/.test(text),
  help: () => true,
  version: () => true,
};

function findWrongValue(given: GivenOptions): string | undefined {
  for (const name of optionNames) {
    const option = given[name];
    if (option === undefined) continue;
    const { mustBe = '1 or true, 0 or false' }: CommandOption = commandOptions[name];
    const { source, text } = option;
    if (text === '') return `${source} is set, but empty: unset it, or set it to ${mustBe}.`;
    if (!isValid[name](text)) return `${source} must be ${mustBe}.`;
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

const optionNames = Object.keys(commandOptions) as readonly OptionName[];

function readList(option: Given | undefined): readonly string[] {
  return option === undefined ? [] : splitList(option.text);
}

function splitList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function isBoolean(text: string): boolean {
  return /^(?:1|true|0|false)$/i.test(text);
}

function isOn(option: Given | undefined): boolean {
  return option !== undefined && /^(?:1|true)$/i.test(option.text);
}

type Flags = Readonly<Partial<Record<OptionName, string | boolean | readonly string[]>>>;

function readOptions(flags: Flags, env: NodeJS.ProcessEnv): GivenOptions {
  const given: Partial<Record<OptionName, Given>> = {};
  for (const name of optionNames) {
    const flag = flags[name];
    const { variable }: CommandOption = commandOptions[name];
    const text = variable === undefined ? undefined : env[variable];
    if (flag !== undefined)
      given[name] = { source: `--${name}`, text: String(flag) }; // those of a repeated option are joined with commas
    else if (variable !== undefined && text !== undefined) given[name] = { source: variable, text };
  }
  return given;
}

function parseFlags(args: readonly string[], env: NodeJS.ProcessEnv): Result<Flags, string> {
  const whole = addOpenApiVersion(args);
  const wrong = findWrongOption(whole, commandOptions);
  if (wrong !== undefined) return err(wrong);
  const { values, tokens } = parseArgs({ args: whole, options: commandOptions, allowPositionals: true, tokens: true });
  const extra = tokens.find((token) => token.kind === 'positional');
  if (extra === undefined) return ok(values);
  const behindNpm =
    env.npm_lifecycle_event === 'start' ? ' Behind npm start, options follow --: npm start -- --port 8080.' : '';
  return err(`${describeExtraArgument(extra)}${behindNpm}`);
}

/** Says what is wrong about an argument that belongs to no option. It is shown only if it cannot be a key. */
function describeExtraArgument({ index, value }: { readonly index: number; readonly value: string }): string {
  if (/^(?:help|version)$/.test(value)) return `"${value}" is no command. Did you mean --${value}?`;
  if (findNearName(value, ['conformance']) !== undefined) return `"${value}" is no command. Did you mean conformance?`;
  if (/^(?:start|serve|server|run|dev|up|listen)$/.test(value)) {
    return `"${value}" is no command: without a command petstore-kit starts the server; conformance checks a client.`;
  }
  if (/^[\w./-]+\.json$/i.test(value)) return `"${value}" belongs to no option. Did you mean --storage ${value}?`;
  return `Argument ${index + 1} belongs to no option. Each value follows its option, such as --port 8080.`;
}

/** Adds the default version to an `--openapi` without one: parseArgs has no optional values. */
function addOpenApiVersion(args: readonly string[]): string[] {
  return args.map((arg, index) =>
    arg === '--openapi' && (args[index + 1] ?? '-').startsWith('-') ? '--openapi=3.0' : arg,
  );
}
