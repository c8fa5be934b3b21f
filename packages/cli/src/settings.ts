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

type OptionWithVariable = 'port' | 'host' | 'public-url' | 'api-key' | 'storage';

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/**
 * Reads the command line and, for options that it leaves out, the environment. An empty variable counts as unset.
 *
 * @param args the arguments after the command's name
 */
export function parseInvocation(args: readonly string[], env: NodeJS.ProcessEnv): Result<Invocation, UsageError> {
  return parseFlags(args).andThen((flags): Result<Invocation, UsageError> => {
    const read = <T>(option: OptionWithVariable, variable: string, parse: (text?: string) => Result<T, string>) => {
      const value = flags[option]?.toString(); // commas separate what a repeated option has, as in its variable
      const [source, text] = value === undefined && env[variable] ? [variable, env[variable]] : [`--${option}`, value];
      return parse(text).mapErr((rule): UsageError => `${source} ${rule}`);
    };

    if (flags.help === true) return ok(usage);
    if (flags.version === true) return ok(manifest.version);
    const parsedUrl = read('public-url', 'PETSTORE_PUBLIC_URL', parsePublicUrl);
    if (flags.openapi !== undefined) {
      return Result.combine([parseOpenApiVersion(flags.openapi), parsedUrl]).map(printDocument);
    }

    return Result.combine([
      read('port', 'PORT', parsePort),
      read('host', 'PETSTORE_HOST', parseHost),
      read('api-key', 'PETSTORE_API_KEYS', parseApiKeys),
      parsedUrl,
      read('storage', 'PETSTORE_STORAGE', (text) => parseStorageChoice(text, flags['no-lock'] !== true)),
      parseSeed(flags.seed ?? '0'),
    ])
      .map(([port, host, apiKeys, publicUrl, storage, seed]) => ({
        port,
        host,
        apiKeys,
        publicUrl,
        storage,
        seed,
        cors: flags['no-cors'] !== true,
        quiet: flags.quiet === true,
        json: flags.json === true,
        testing: flags.testing === true,
      }))
      .andThen(checkSeed);
  });
}

function parseFlags(args: readonly string[]): Result<Flags, UsageError> {
  try {
    return ok(parseArgs({ args: withOpenApiVersion(args), options, strict: true }).values);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The message would show a lone argument, which may be a key.
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return err('There is an argument that belongs to no option.');
    return err(`${message.replaceAll('\n', ' ').replace(/\.$/, '')}.`);
  }
}

/** Adds the default version to an `--openapi` without one: parseArgs has no optional values. */
function withOpenApiVersion(args: readonly string[]): string[] {
  return args.map((arg, place) =>
    arg === '--openapi' && (args[place + 1] ?? '-').startsWith('-') ? '--openapi=3.0' : arg,
  );
}

function parseOpenApiVersion(text: string): Result<OpenApiVersion, UsageError> {
  return text === '3.0' || text === '3.1' ? ok(text) : err('--openapi takes 3.0 or 3.1.');
}

/** Without a public address, the document names the address of a server that is started without options. */
function printDocument([version, publicUrl]: readonly [OpenApiVersion, string | undefined]): string {
  return JSON.stringify(openApiDocument({ version, serverUrl: `${publicUrl ?? 'http://127.0.0.1:8080'}/v1` }));
}

function parsePort(text = '8080'): Result<number, string> {
  const port = /^[0-9]{1,9}$/.test(text) ? Number(text) : NaN;
  return port <= 65_535 ? ok(port) : err(`must be an integer from 0 to 65535, not "${text}".`);
}

function parseHost(text = '127.0.0.1'): Result<string, string> {
  return text === '' ? err('must not be empty.') : ok(text);
}

function parseApiKeys(text?: string): Result<readonly string[], string> {
  const keys = text === undefined ? [] : text.split(',').map((key) => key.trim());
  if (keys.every(isApiKey)) return ok(keys);
  return err('must be keys of 1 to 4,096 visible ASCII characters without spaces, separated by commas.');
}

/** Refuses every address that the server would refuse. The message does not show the text, which may hold credentials. */
function parsePublicUrl(text?: string): Result<string | undefined, string> {
  const address = parseAddress(text);
  if (text === undefined || (address !== undefined && !address.endsWith('/v1'))) return ok(address);
  return err('must be an http or https URL such as https://pets.example, without /v1, credentials, query or fragment.');
}

function checkSeed(settings: Settings): Result<Settings, UsageError> {
  const { seed, storage } = settings;
  if (seed !== 0 && storage.kind === 'postgres') {
    return err('--seed is not for PostgreSQL, which assigns ids itself: insert the pets with psql.');
  }
  if (typeof seed === 'string' && storage.kind === 'json' && resolve(seed) === resolve(storage.path)) {
    return err('--seed must be another file than the storage, which every creation changes.');
  }
  return ok(settings);
}
