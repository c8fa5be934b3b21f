import { err, ok, Result } from '@petstore/core';
import { isApiKey, parseAddress } from '@petstore/core/internal';
import { openApiDocument, type OpenApiVersion } from '@petstore/http';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { parseSeed, type Seed } from './seed.ts';
import { parseStorageChoice, type StorageChoice } from './storage-choice.ts';
import { usage } from './usage.ts';

/** How to serve. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The valid API keys; if there are none, one is generated. */
  readonly apiKeys: readonly string[];
  /** The address at which clients reach the server, without `/v1`; `undefined` if it is the one that it listens on. */
  readonly publicUrl: string | undefined;
  readonly storage: StorageChoice;
  /** What an empty store starts with. */
  readonly seed: Seed;
  readonly cors: boolean;
  readonly quiet: boolean;
  /** Whether to print one line of JSON instead of lines for people. */
  readonly json: boolean;
  /** Whether to serve sessions for tests, below `/_testing`. */
  readonly testing: boolean;
}

/** What the command does: it prints a text, or serves. */
export type Invocation = string | Settings;

/** One sentence that names the wrong option or variable. */
export type UsageError = string;

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  'api-key': { type: 'string', multiple: true },
  storage: { type: 'string' },
  seed: { type: 'string' },
  'no-lock': { type: 'boolean' },
  'no-cors': { type: 'boolean' },
  quiet: { type: 'boolean' },
  json: { type: 'boolean' },
  testing: { type: 'boolean' },
  openapi: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/**
 * Reads the command line and, for options that it leaves out, the environment. An empty variable counts as unset.
 *
 * @param args the arguments after the command's name
 */
export function parseInvocation(args: readonly string[], env: NodeJS.ProcessEnv): Result<Invocation, UsageError> {
  return parseFlags(args).andThen((flags): Result<Invocation, UsageError> => {
    if (flags.help === true) return ok(usage);
    if (flags.version === true) return ok(manifest.version);
    const givenUrl = parsePublicUrl(flags['public-url'], env.PETSTORE_PUBLIC_URL);
    if (flags.openapi !== undefined) {
      return Result.combine([parseOpenApiVersion(flags.openapi), givenUrl]).map(printDocument);
    }

    const port = given('--port', flags.port, 'PORT', env, '8080');
    const host = given('--host', flags.host, 'PETSTORE_HOST', env, '127.0.0.1');
    const storage = given('--storage', flags.storage, 'PETSTORE_STORAGE', env, 'pets.json');
    const settings = Result.combine([
      parsePort(port),
      notEmpty(host),
      givenUrl,
      parseStorageChoice(storage.source, storage.text, flags['no-lock'] !== true),
      parseSeed(flags.seed ?? '0'),
      parseApiKeys(flags['api-key'], env.PETSTORE_API_KEYS),
    ]).map(([portNumber, hostName, publicUrl, choice, seed, apiKeys]) => ({
      port: portNumber,
      host: hostName,
      apiKeys,
      publicUrl,
      storage: choice,
      seed,
      cors: flags['no-cors'] !== true,
      quiet: flags.quiet === true,
      json: flags.json === true,
      testing: flags.testing === true,
    }));
    return settings.andThen(checkCombination);
  });
}

function checkCombination(settings: Settings): Result<Settings, UsageError> {
  const { seed, storage } = settings;
  if (seed !== 0 && storage.kind === 'postgres') {
    return err('--seed is not for PostgreSQL, which assigns ids itself: insert the pets with psql.');
  }
  if (typeof seed === 'string' && storage.kind === 'json' && resolve(seed) === resolve(storage.path)) {
    return err('--seed must be another file than the storage, which every creation changes.');
  }
  return ok(settings);
}

function parseFlags(args: readonly string[]): Result<Flags, UsageError> {
  try {
    return ok(parseArgs({ args: withOpenApiVersion(args), options, strict: true }).values);
  } catch (error) {
    return err(usageSentence(error as NodeJS.ErrnoException));
  }
}

/** Adds the default version to an `--openapi` without one: parseArgs has no optional values. */
function withOpenApiVersion(args: readonly string[]): string[] {
  return args.map((arg, place) =>
    arg === '--openapi' && (args[place + 1] ?? '-').startsWith('-') ? '--openapi=3.0' : arg,
  );
}

/** Without a public address, the document names the address of a server that is started without options. */
function printDocument([version, publicUrl]: readonly [OpenApiVersion, string | undefined]): string {
  return JSON.stringify(openApiDocument({ version, serverUrl: `${publicUrl ?? 'http://127.0.0.1:8080'}/v1` }));
}

function parseOpenApiVersion(text: string): Result<OpenApiVersion, UsageError> {
  return text === '3.0' || text === '3.1' ? ok(text) : err('--openapi takes 3.0 or 3.1.');
}

/** Shortens the message of parseArgs. It never shows a lone argument, which may be a key. */
function usageSentence({ code, message }: NodeJS.ErrnoException): UsageError {
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return 'There is an argument that belongs to no option.';
  const relevant = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? message.replace(/\. To specify.*$/s, '') : message;
  return `${relevant.replaceAll('\n', ' ').replace(/\.$/, '')}.`;
}

/** A text, and the option or variable that it came from. */
interface Given {
  readonly source: string;
  readonly text: string;
}

function given(
  flag: string,
  value: string | undefined,
  variable: string,
  env: NodeJS.ProcessEnv,
  defaultValue: string,
): Given {
  if (value !== undefined) return { source: flag, text: value };
  const text = env[variable];
  return text ? { source: variable, text } : { source: flag, text: defaultValue };
}

function parsePort({ source, text }: Given): Result<number, UsageError> {
  const port = /^[0-9]{1,9}$/.test(text) ? Number(text) : NaN;
  return port <= 65_535 ? ok(port) : err(`${source} must be an integer from 0 to 65535, not "${text}".`);
}

function notEmpty({ source, text }: Given): Result<string, UsageError> {
  return text === '' ? err(`${source} must not be empty.`) : ok(text);
}

/** Refuses every address that the server would refuse. The message does not show the text, which may hold credentials. */
function parsePublicUrl(flag: string | undefined, variable = ''): Result<string | undefined, UsageError> {
  if (flag === undefined && variable === '') return ok(undefined);
  const [source, text] = flag === undefined ? ['PETSTORE_PUBLIC_URL', variable] : ['--public-url', flag];
  const address = parseAddress(text);
  if (address !== undefined && !address.endsWith('/v1')) return ok(address);
  return err(
    `${source} must be an http or https URL such as https://pets.example, without /v1, credentials, query or fragment.`,
  );
}

function parseApiKeys(flags: readonly string[] | undefined, variable = ''): Result<readonly string[], UsageError> {
  const fromVariable = variable === '' ? [] : variable.split(',').map((key) => key.trim());
  const [source, keys] = flags === undefined ? ['PETSTORE_API_KEYS', fromVariable] : ['--api-key', flags];
  return keys.every((key) => isApiKey(key) && !key.includes(','))
    ? ok(keys)
    : err(`${source}: an API key must be 1 to 4,096 visible ASCII characters without spaces or commas.`);
}
