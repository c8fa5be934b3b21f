import { ok } from '@petstore/core';
import { openApiDocument, type OpenApiVersion } from '@petstore/http';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandOption } from './command-line.ts';
import { parseServerCommand, serverCommand, type Settings } from './server-command.ts';

function settings(args: readonly string[], env: NodeJS.ProcessEnv = {}): Settings {
  const parsed = parseServerCommand(args, env);
  if (parsed.isErr() || typeof parsed.value === 'string') throw new Error(`No settings, but ${JSON.stringify(parsed)}`);
  return parsed.value;
}

function usageError(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  return parseServerCommand(args, env)._unsafeUnwrapErr();
}

describe('the settings', () => {
  test('have defaults', () => {
    expect(settings([])).toEqual({
      port: 8080,
      host: '127.0.0.1',
      apiKeys: [],
      keySource: 'generated',
      publicUrl: undefined,
      storage: 'pets.json',
      lock: true,
      seed: '0',
      cors: true,
      log: 'text',
      json: false,
      testing: false,
      testingToken: undefined,
      testingHosts: [],
      exitOnStdinEnd: false,
    });
  });

  test('come from the command line', () => {
    const args =
      '--port 0 --host ::1 --public-url https://pets.example/ --api-key a --api-key=b --storage memory --seed 12 --no-cors --quiet --json --testing --testing-token t --testing-host petstore,[::2] --testing-host b --exit-on-stdin-end';
    expect(settings(args.split(' '))).toEqual({
      port: 0,
      host: '::1',
      apiKeys: ['a', 'b'],
      keySource: 'option',
      publicUrl: 'https://pets.example',
      storage: 'memory',
      lock: true,
      seed: '12',
      cors: false,
      log: 'none',
      json: true,
      testing: true,
      testingToken: 't',
      testingHosts: ['petstore', '[::2]', 'b'],
      exitOnStdinEnd: true,
    });
  });

  const environment = {
    PORT: '9090',
    PETSTORE_HOST: '0.0.0.0',
    PETSTORE_API_KEYS: 'a, b',
    PETSTORE_PUBLIC_URL: 'http://localhost:18080/pets',
    PETSTORE_STORAGE: 'others.json',
    PETSTORE_NO_LOCK: 'true',
    PETSTORE_SEED: '12',
    PETSTORE_NO_CORS: '1',
    PETSTORE_QUIET: 'True',
    PETSTORE_LOG: 'none',
    PETSTORE_JSON: '1',
    PETSTORE_TESTING: '1',
    PETSTORE_TESTING_TOKEN: 'my-token',
    PETSTORE_TESTING_HOSTS: 'petstore, other',
    PETSTORE_EXIT_ON_STDIN_END: '1',
  };

  test('come from the environment', () => {
    expect(settings([], environment)).toEqual({
      port: 9090,
      host: '0.0.0.0',
      apiKeys: ['a', 'b'],
      keySource: 'variable',
      publicUrl: 'http://localhost:18080/pets',
      storage: 'others.json',
      lock: false,
      seed: '12',
      cors: false,
      log: 'none',
      json: true,
      testing: true,
      testingToken: 'my-token',
      testingHosts: ['petstore', 'other'],
      exitOnStdinEnd: true,
    });
  });

  test('come from the command line if both set them', () => {
    const args = '--port 1 --host localhost --api-key c --storage memory --public-url http://b --seed 3'.split(' ');
    expect(settings(args, environment)).toMatchObject({
      port: 1,
      host: 'localhost',
      apiKeys: ['c'],
      publicUrl: 'http://b',
      storage: 'memory',
    });
  });

  test.each([['a', 'b'], ['a, b'], ['a,b ']])(
    'take keys that are repeated or separated by commas: %j %j',
    (...keys) => {
      expect(settings(keys.flatMap((key) => ['--api-key', key])).apiKeys).toEqual(['a', 'b']);
    },
  );

  test('lock a file unless --no-lock is given', () => {
    expect(settings(['--no-lock'])).toMatchObject({ storage: 'pets.json', lock: false });
  });

  test.each(['memory', 'pets.json', '/var/lib/My Pets.JSON', 'postgres://me@db/pets', 'postgresql://me@db/pets'])(
    'take the storage %s',
    (storage) => {
      expect(settings(['--storage', storage]).storage).toBe(storage);
    },
  );

  test.each(['memory', 'store.json'])('seed %s with the pets of a file, if its name ends in .json', (storage) => {
    expect(settings(['--seed', 'known/Pets.JSON', '--storage', storage]).seed).toBe('known/Pets.JSON');
  });

  test.each<readonly [args: readonly string[], log: string]>([
    [['--log', 'json'], 'json'],
    [['--log', 'none'], 'none'],
    [['--quiet', '--log', 'none'], 'none'],
    [['--json'], 'none'],
    [['--json', '--log', 'json'], 'json'],
  ])('with %j choose the log %s', (args, log) => {
    expect(settings(args).log).toBe(log);
  });

  test('refuse --quiet beside a log', () => {
    expect(usageError(['--quiet', '--log', 'json'])).toBe('--quiet is the same as --log none: leave it out, or --log.');
  });

  test('do not take the variable HOST, which some shells set to the name of the machine', () => {
    expect(settings([], { HOST: 'my-machine' }).host).toBe('127.0.0.1');
  });

  test.each(['3', 'pets.json'])('refuse to seed PostgreSQL, here with %s', (seed) => {
    const storage = ['--storage', 'postgres://me@db/pets'];
    expect(settings(['--seed', '0', ...storage]).seed).toBe('0');
    expect(usageError(['--seed', seed, ...storage])).toMatch(/^--seed is not for PostgreSQL[^\n]*\.$/);
  });

  test('take the greatest port and the greatest number of example pets', () => {
    expect(settings(['--port', '65535', '--seed', '999999'])).toMatchObject({
      port: 65_535,
      seed: '999999',
    });
  });

  const variables = Object.values<CommandOption>(serverCommand.options).flatMap(({ variable }) => variable ?? []);

  test('can all be set by a variable, apart from those that print something', () => {
    const without = Object.entries<CommandOption>(serverCommand.options).filter(
      ([, { variable }]) => variable === undefined,
    );
    expect(without.map(([name]) => name)).toEqual(['openapi', 'help', 'version']);
    expect(Object.keys(environment).sort()).toEqual(variables.toSorted());
  });

  test.each(['0', 'false', 'FALSE'])('without a value are off if their variable is %s', (off) => {
    const env = {
      PETSTORE_NO_LOCK: off,
      PETSTORE_NO_CORS: off,
      PETSTORE_QUIET: off,
      PETSTORE_JSON: off,
      PETSTORE_TESTING: off,
      PETSTORE_EXIT_ON_STDIN_END: off,
    };
    expect(settings([], env)).toEqual(settings([]));
    expect(settings(['--quiet'], env).log).toBe('none');
  });

  test.each(variables)('are refused if the variable %s is empty, unless the option is given', (variable) => {
    expect(usageError([], { [variable]: '' })).toMatch(
      new RegExp(`^${variable} is set, but empty: unset it[^\\n]+\\.$`),
    );
    const all = '--port 0 --host h --public-url http://h --api-key k --storage memory --no-lock --seed 1'.split(' ');
    const flags = [
      '--no-cors',
      '--log=none',
      '--quiet',
      '--json',
      '--testing',
      '--testing-token=t',
      '--testing-host=h',
      '--exit-on-stdin-end',
    ];
    expect(settings([...all, ...flags], { [variable]: '' }).host).toBe('h');
  });

  test('ignore what Kubernetes sets for a service of the name petstore', () => {
    const env = {
      PETSTORE_PORT: 'tcp://10.0.0.1:8080',
      PETSTORE_SERVICE_HOST: '10.0.0.1',
      PETSTORE_SERVICE_PORT: '8080',
    };
    expect(settings([], env)).toEqual(settings([]));
  });

  test.each<readonly [names: string, args: readonly string[]]>([
    ...['-1', '65536', '80.5', 'http', '', ' 80', '0x50', '1e3', '9'.repeat(400)].map(
      (port) => ['--port', [`--port=${port}`]] as const,
    ),
    ...['-1', 'x', '', '1000000', '1.5', 'pets.txt', 'pets.json '].map(
      (seed) => ['--seed', [`--seed=${seed}`]] as const,
    ),
    ...['', 'a,', 'a b', 'clé', 'a\u0000'].map((key) => ['--api-key', ['--api-key', key]] as const),
    ['--host', ['--host', '']],
    ...['', 'a b', 'clé'].map((token) => ['--testing-token', ['--testing', '--testing-token', token]] as const),
    ...['', 'a,', 'a:80', 'http://a', '*'].map(
      (host) => ['--testing-host', ['--testing', '--testing-host', host]] as const,
    ),
    ['--testing-token needs --testing.', ['--testing-token', 'hunter2']],
    ['--testing-host needs --testing.', ['--testing-host', 'petstore']],
    ...['', 'pets.example', 'ftp://pets.example', 'https://pets.example/v1', 'https://a/?b', 'https://a/#b'].map(
      (url) => ['--public-url', ['--public-url', url]] as const,
    ),
    ...['', 'Memory', 'pets', 'pets.json.bak', 'redis://localhost', 'postgres:pets'].map(
      (storage) => ['--storage', ['--storage', storage]] as const,
    ),
    ['--port', ['--port']],
    ['--port needs a value: an integer from 0 to 65535. One that begins with a dash is written', ['--port', '-1']],
    ['--port needs a value', ['--port', '--quiet']],
    ['--port needs a value', ['--port', '--', '80']],
    ['--port must not be empty: an integer', ['--port=']],
    ['--api-key needs a value: keys', ['--api-key', '-hunter2']],
    ['--storage needs a value: memory', ['--storage', '-pets.json']],
    ['--quiet takes no value', ['--quiet=yes']],
    ['--colour is not an option', ['--colour']],
    ['--prot is not an option. Did you mean --port?', ['--prot', '80']],
    ['--apikey is not an option. Did you mean --api-key?', ['--apikey=hunter2']],
    ['-port is not an option. Did you mean --port?', ['-port', '80']],
    ['-p is not an option', ['-p', '80']],
    ['Argument 2 is not an option', ['--quiet', '--hunter2']],
    ['"start" is no command', ['start']],
    ['"serve" is no command', ['--quiet', 'serve']],
    ['Did you mean conformance?', ['comformance']],
    ['Did you mean --version?', ['version']],
    ['"db.json" belongs to no option. Did you mean --storage db.json?', ['db.json']],
    ['Argument 2 belongs to no option', ['--quiet', 'hunter2']],
  ])('are refused with a sentence that contains "%s"', (name, args) => {
    expect(usageError(args)).toContain(name);
    expect(usageError(args)).toMatch(/^[^\n]+[.?]$/);
    expect(usageError(args)).not.toContain('hunter2'); // it may be a key
  });

  test('are refused behind npm start with a hint about its --', () => {
    expect(usageError(['dev'])).not.toContain('npm');
    expect(usageError(['dev'], { npm_lifecycle_event: 'start' })).toContain('npm start -- --port 8080');
  });

  test.each([
    ['PORT', 'http'],
    ['PETSTORE_API_KEYS', 'a,,b'],
    ['PETSTORE_API_KEYS', 'a b'],
    ['PETSTORE_PUBLIC_URL', 'pets.example'],
    ['PETSTORE_STORAGE', 'pets.txt'],
    ['PETSTORE_SEED', '-1'],
    ['PETSTORE_JSON', 'yes'],
    ['PETSTORE_QUIET', '2'],
    ['PETSTORE_LOG', 'JSON'],
    ['PETSTORE_TESTING', 'on'],
    ['PETSTORE_TESTING_TOKEN', 'two words'],
    ['PETSTORE_TESTING_HOSTS', 'petstore:8080'],
    ['PETSTORE_NO_CORS', ' 1'],
    ['PETSTORE_NO_LOCK', 'no'],
    ['PETSTORE_EXIT_ON_STDIN_END', '-1'],
  ])('are refused if the variable %s is "%s", with a sentence that names it and no option', (name, text) => {
    expect(usageError([], { [name]: text })).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
  });

  test('name the variable of a seed that is not for PostgreSQL', () => {
    const env = { PETSTORE_SEED: '3', PETSTORE_STORAGE: 'postgres://me@db/pets' };
    expect(usageError([], env)).toMatch(/^PETSTORE_SEED is not for PostgreSQL/);
  });

  test.each([
    ['a token', ['--testing', '--testing-token', 'hunter2 hunter2']],
    ['a lone key', ['--api-key', 'a', 'hunter2']],
    ['a key that no header can carry', ['--api-key', 'hunter2 hunter2']],
    ['an address with a password', ['--public-url', 'https://me:hunter2@pets.example']],
    ['a key under a misspelt name', ['--apikey=hunter2']],
    ['a lone key behind an option whose value is optional', ['--openapi', 'hunter2']],
    ['a password in an address', ['--storage', 'postgress://me:hunter2@db/pets']],
  ])('are refused without showing %s', (_what, args) => {
    expect(usageError(args)).not.toContain('hunter2');
  });

  test('never throw, whatever the arguments', () => {
    const flag = fc.constantFrom(
      '--port',
      '--host',
      '--public-url',
      '--api-key',
      '--storage',
      '--seed',
      '--quiet',
      '--openapi',
      '--',
      '-',
      '-h',
      '-x',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(flag, fc.string())),
        fc.dictionary(fc.constantFrom(...Object.keys(environment)), fc.string()),
        (args, env) => {
          const result = parseServerCommand(args, env);
          expect(result.isOk() || result.error).toBeTruthy();
        },
      ),
    );
  });
});

test.each<readonly [args: readonly string[], version: OpenApiVersion]>([
  [['--openapi'], '3.0'],
  [['--openapi', '3.0'], '3.0'],
  [['--openapi', '3.1'], '3.1'],
  [['--openapi=3.1'], '3.1'],
  [['--openapi', '--quiet'], '3.0'],
  [['--quiet', '--openapi'], '3.0'],
])('%j asks for the document in OpenAPI %s', (args, version) => {
  const serverUrl = 'http://127.0.0.1:8080/v1';
  expect(parseServerCommand(args, {})).toEqual(ok(JSON.stringify(openApiDocument({ version, serverUrl }))));
});

test.each(['2.0', '3.2', '3', '', ' 3.0'])('--openapi is refused with "%s"', (version) => {
  expect(parseServerCommand(['--openapi', version], {})._unsafeUnwrapErr()).toMatch(
    /^--openapi must [^\n]*3\.0 or 3\.1\.$/,
  );
});

test('--openapi names the public address', () => {
  const document = JSON.stringify(openApiDocument({ serverUrl: 'https://pets.example/v1' }));
  const environment = { PETSTORE_PUBLIC_URL: 'https://pets.example' };
  expect(parseServerCommand(['--openapi', '--public-url', 'https://pets.example/'], {})).toEqual(ok(document));
  expect(parseServerCommand(['--openapi'], environment)).toEqual(ok(document));
  expect(usageError(['--openapi', '--public-url', 'pets.example'])).toMatch(/^--public-url /);
});
