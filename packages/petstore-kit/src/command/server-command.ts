import { err, ok, type Result } from '@petstore/core';
import { apiKeyRule, defaultBaseUrl, isApiKey, openApiDocument, parseAddress } from '@petstore/http';
import {
  findWrongValue,
  isOn,
  readCommandLine,
  sharedOptions,
  type Command,
  type GivenOption,
  type GivenOptions,
} from './command-line.ts';
import { isPostgresAddress } from './open-storage.ts';
import type { LogFormat } from './request-log.ts';
import type { StartInfo } from './start-lines.ts';

const { hostname: defaultHost, port: defaultPort } = new URL(defaultBaseUrl);

export const serverCommand = {
  introduction: `Example: petstore-kit --api-key dev

starts a pet store on http://127.0.0.1:8080 with the key dev, and keeps its pets
in pets.json in this folder. Without --api-key it makes a key and prints it.

Usage: petstore-kit [options]
       petstore-kit conformance init LANGUAGE
       petstore-kit conformance run --command COMMAND [options]

The other two check a client: see petstore-kit conformance --help.`,
  title: 'Options, with the environment variable and what holds without either',
  showsValues: false, // it may be a key
  options: {
    port: {
      type: 'string',
      variable: 'PORT',
      value: 'N',
      mustBe: 'an integer from 0 to 65535',
      isValid: (text) => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535,
      help: 'the port to listen on; 0 takes a free one',
      ifLeftOut: defaultPort,
    },
    host: {
      type: 'string',
      variable: 'PETSTORE_HOST',
      value: 'H',
      mustBe: 'a host name or an address',
      help: 'the host to listen on',
      ifLeftOut: `${defaultHost}, this machine alone`,
    },
    'public-url': {
      type: 'string',
      variable: 'PETSTORE_PUBLIC_URL',
      value: 'URL',
      mustBe: 'an http or https URL such as https://pets.example, without /v1, credentials, query or fragment',
      isValid: (text) => parseAddress(text)?.endsWith('/v1') === false,
      help: 'the address at which clients reach the server, without `/v1`, if it differs: behind a proxy, in a container',
    },
    'api-key': {
      type: 'string',
      multiple: true,
      variable: 'PETSTORE_API_KEYS',
      value: 'KEY',
      mustBe: `keys of ${apiKeyRule}, separated by commas`,
      isValid: (text) => splitList(text).every(isApiKey),
      help:
        'a valid API key, or several separated by commas; may be repeated; the variable keeps keys out of the list of ' +
        'processes',
      ifLeftOut: 'a new one is generated at each start',
    },
    storage: {
      type: 'string',
      variable: 'PETSTORE_STORAGE',
      value: 'WHERE',
      mustBe: 'memory, a file whose name ends in .json, or a postgres:// address',
      isValid: (text) => text === 'memory' || isPostgresAddress(text) || /\.json$/i.test(text),
      help:
        '`memory`, a file whose name ends in `.json`, or a PostgreSQL database as ' +
        '`postgres://user:password@host:port/database`; ' +
        'the variable keeps the password out of the list of processes',
      ifLeftOut: '`pets.json` in this folder',
    },
    'no-lock': {
      type: 'boolean',
      variable: 'PETSTORE_NO_LOCK',
      help: 'open the file without a lock (Bun and Deno have none): make sure that nothing else opens it',
    },
    seed: {
      type: 'string',
      variable: 'PETSTORE_SEED',
      value: 'N|FILE',
      mustBe: 'an integer from 0 to 999999 or a file whose name ends in .json',
      isValid: (text) => /^[0-9]{1,6}$|\.json$/i.test(text),
      help:
        'create N example pets in an empty store, or the pets of another file such as `{"pets":[…]}`; ' +
        'not for PostgreSQL',
      ifLeftOut: '0',
    },
    'no-cors': {
      type: 'boolean',
      variable: 'PETSTORE_NO_CORS',
      help: 'do not let pages of other origins call',
    },
    log: {
      type: 'string',
      variable: 'PETSTORE_LOG',
      value: 'FORMAT',
      mustBe: 'text, json or none',
      isValid: isLogFormat,
      help: '[a line for each request](from-a-shell.md#the-log): `text` for people, `json` for programs, or `none`',
      ifLeftOut: 'text',
    },
    json: {
      type: 'boolean',
      variable: 'PETSTORE_JSON',
      help:
        'print only [one line of JSON](from-a-shell.md#start-it-from-a-program), with `url`, `apiKey`, `docs` and `pid`, once it ' +
        'listens; no line for a request unless `--log` is given',
    },
    testing: {
      type: 'boolean',
      variable: 'PETSTORE_TESTING',
      help:
        '[let requests fail on demand](from-a-shell.md#let-it-fail): those of `/v1`, and of [sessions for tests](sessions.md) below ' +
        '`/_testing`, behind a token that is printed (in the line of `--json`, as `testing`)',
    },
    'testing-token': {
      type: 'string',
      variable: 'PETSTORE_TESTING_TOKEN',
      value: 'TOKEN',
      mustBe: apiKeyRule,
      isValid: isApiKey,
      help: 'the token of the sessions; then it is not printed',
      ifLeftOut: 'a new one is generated at each start',
    },
    'exit-on-stdin-end': {
      type: 'boolean',
      variable: 'PETSTORE_EXIT_ON_STDIN_END',
      help: 'stop when stdin ends, as it does [when the process that started the command has gone](from-a-shell.md#start-it-from-a-program)',
    },
    openapi: {
      type: 'string',
      value: 'V',
      mustBe: '3.0 or 3.1',
      isValid: (text) => /^3\.[01]$/.test(text),
      help: 'print the interface as an OpenAPI document, in version 3.0 or 3.1 of OpenAPI, with the public URL or port 8080, and exit',
    },
    ...sharedOptions,
  },
  notes: `If both are given, the option counts. The variable of an option without a value
is 1 or true, 0 or false. No variable may be empty.`,
} as const satisfies Command;

type ServerCommandOptions = GivenOptions<keyof typeof serverCommand.options>;

/** How to serve, by the options above. The server makes keys and a token that are missing. `keySource` says where the keys are from. */
export type Settings = Readonly<ReturnType<typeof createSettings>>;

/**
 * Reads the command line and, for options that it lacks, the environment.
 *
 * @returns how to serve, or the OpenAPI document to print; an Err with a sentence that names the wrong option or variable. It shows neither a key
 *   nor an address
 */
export function parseServerCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<Settings | { readonly document: string }, string> {
  return readCommandLine(serverCommand, args, env).andThen(({ given, loose: [extra] }) => {
    if (extra !== undefined) {
      // It may be a key, so the message does not show it.
      return err(
        `Argument ${extra.index + 1} belongs to no option, and the only command is conformance. A value follows its option: --port 8080.`,
      );
    }
    const wrong = findWrongValue(serverCommand, given) ?? findConflict(given);
    if (wrong !== undefined) return err(wrong);
    return ok(given.openapi === undefined ? createSettings(given) : { document: writeDocument(given) });
  });
}

function findConflict(given: ServerCommandOptions): string | undefined {
  const { seed, storage } = given;
  if (given['testing-token']?.source.startsWith('--') && !isOn(given.testing))
    return '--testing-token needs --testing.';
  if (seed !== undefined && seed.text !== '0' && isPostgresAddress(storage?.text ?? '')) {
    return `${seed.source} is not for PostgreSQL: insert the pets with psql.`;
  }
  return undefined;
}

function writeDocument(given: ServerCommandOptions): string {
  const address = parseAddress(given['public-url']?.text);
  const version = given.openapi?.text === '3.1' ? '3.1' : '3.0';
  return JSON.stringify(openApiDocument({ version, baseUrl: address ? `${address}/v1` : defaultBaseUrl }));
}

function createSettings(given: ServerCommandOptions) {
  return {
    port: Number(given.port?.text ?? defaultPort),
    host: given.host?.text ?? defaultHost,
    apiKeys: given['api-key'] && splitList(given['api-key'].text),
    keySource: findKeySource(given['api-key']),
    publicUrl: parseAddress(given['public-url']?.text),
    storage: given.storage?.text ?? 'pets.json',
    lock: !isOn(given['no-lock']),
    seed: given.seed?.text ?? '0',
    cors: !isOn(given['no-cors']),
    log: chooseLogFormat(given),
    json: isOn(given.json),
    testing: isOn(given.testing),
    testingToken: given['testing-token']?.text,
    exitOnStdinEnd: isOn(given['exit-on-stdin-end']),
  };
}

function findKeySource(option: GivenOption | undefined): StartInfo['keySource'] {
  if (option === undefined) return 'generated';
  return option.source.startsWith('--') ? 'option' : 'variable';
}

function chooseLogFormat({ log, json }: ServerCommandOptions): LogFormat {
  if (log !== undefined && isLogFormat(log.text)) return log.text;
  return isOn(json) ? 'none' : 'text';
}

function isLogFormat(text: string): text is LogFormat {
  return ['text', 'json', 'none'].includes(text);
}

function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}
