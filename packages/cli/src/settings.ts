import { err, ok, type Result } from '@petstore/core';
import { isApiKey, parseAddress } from '@petstore/core/internal';
import { openApiDocument, type OpenApiVersion } from '@petstore/http';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { isPostgres, type StorageChoice } from './open-storage.ts';
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
}

/** What the command does: it prints a text, or serves. */
export type Invocation = string | Settings;

/** The options, with the values that they have if the command line leaves them out. */
function optionsFor(env: NodeJS.ProcessEnv) {
  return {
    port: { type: 'string', default: env.PORT ?? '8080' },
    host: { type: 'string', default: env.PETSTORE_HOST ?? '127.0.0.1' },
    'public-url': { type: 'string', default: env.PETSTORE_PUBLIC_URL },
    'api-key': { type: 'string', multiple: true, default: env.PETSTORE_API_KEYS?.split(',') ?? [] },
    storage: { type: 'string', default: env.PETSTORE_STORAGE ?? 'pets.json' },
    seed: { type: 'string', default: '0' },
    'no-lock': { type: 'boolean', default: false },
    'no-cors': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    testing: { type: 'boolean', default: false },
    openapi: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const satisfies ParseArgsConfig['options'];
}

type Flags = ReturnType<typeof parseArgs<{ options: ReturnType<typeof optionsFor> }>>['values'];

/**
 * Reads the command line and, for options that it leaves out, the environment. An empty variable counts as unset.
 *
 * @param args the arguments after the command's name
 * @returns what to do, or a sentence that names the wrong option
 */
export function parseInvocation(args: readonly string[], env: NodeJS.ProcessEnv): Result<Invocation, string> {
  return parseFlags(args, env).andThen((flags): Result<Invocation, string> => {
    if (flags.help) return ok(usage);
    if (flags.version) return ok(manifest.version);

    const { port, host, storage, seed, quiet, json, testing } = flags;
    const apiKeys = flags['api-key'].flatMap((keys) => keys.split(',')).map((key) => key.trim());
    const publicUrl = parseAddress(flags['public-url']);
    // No message shows a key or an address, which may hold a password.
    const rules: readonly [holds: boolean, rule: string][] = [
      [/^[0-9]{1,5}$/.test(port) && Number(port) <= 65_535, '--port (PORT) must be an integer from 0 to 65535.'],
      [host !== '', '--host (PETSTORE_HOST) must not be empty.'],
      [
        apiKeys.every(isApiKey),
        '--api-key (PETSTORE_API_KEYS) must be keys of 1 to 4,096 visible ASCII characters without spaces, separated by commas.',
      ],
      [
        flags['public-url'] === undefined || publicUrl?.endsWith('/v1') === false,
        '--public-url (PETSTORE_PUBLIC_URL) must be an http or https URL such as https://pets.example, without /v1, credentials, query or fragment.',
      ],
      [
        storage === 'memory' || isPostgres(storage) || /\.json$/i.test(storage),
        '--storage (PETSTORE_STORAGE) must be memory, a file whose name ends in .json, or a postgres:// address.',
      ],
      [
        /^[0-9]{1,6}$|\.json$/i.test(seed),
        '--seed must be an integer from 0 to 999999 or a file whose name ends in .json.',
      ],
      [
        seed === '0' || !isPostgres(storage),
        '--seed is not for PostgreSQL, which assigns ids itself: insert the pets with psql.',
      ],
      [/^3\.[01]$/.test(flags.openapi ?? '3.0'), '--openapi takes 3.0 or 3.1.'],
    ];
    const broken = rules.find(([holds]) => !holds);
    if (broken !== undefined) return err(broken[1]);

    if (flags.openapi !== undefined) {
      const version = flags.openapi as OpenApiVersion;
      const address = publicUrl ?? 'http://127.0.0.1:8080'; // of a server that is started without options
      return ok(JSON.stringify(openApiDocument({ version, serverUrl: `${address}/v1` })));
    }
    return ok({
      port: Number(port),
      host,
      apiKeys,
      publicUrl,
      storage,
      lock: !flags['no-lock'],
      seed,
      cors: !flags['no-cors'],
      quiet,
      json,
      testing,
    });
  });
}

function parseFlags(args: readonly string[], env: NodeJS.ProcessEnv): Result<Flags, string> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  try {
    return ok(parseArgs({ args: withOpenApiVersion(args), options: optionsFor(variables) }).values);
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
