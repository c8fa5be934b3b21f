import { ok } from '@petstore/core';
import { openApiDocument } from '@petstore/http';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandOption } from './command-line.ts';
import { parseServerCommand, serverCommand, type Settings } from './server-command.ts';

function settings(args: readonly string[], env: NodeJS.ProcessEnv = {}): Settings {
  const parsed = parseServerCommand(args, env);
  if (parsed.isErr() || 'document' in parsed.value) throw new Error(`No settings, but ${JSON.stringify(parsed)}`);
  return parsed.value;
}

function usageError(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  return parseServerCommand(args, env)._unsafeUnwrapErr();
}

describe('the settings of the command', () => {
  test('have defaults', () => {
    expect(settings([])).toEqual({
      port: 8080,
      host: '127.0.0.1',
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
      exitOnStdinEnd: false,
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
    PETSTORE_NO_CORS: 'True',
    PETSTORE_LOG: 'none',
    PETSTORE_JSON: '1',
    PETSTORE_TESTING: '1',
    PETSTORE_TESTING_TOKEN: 'my-token',
    PETSTORE_EXIT_ON_STDIN_END: '1',
  };

  test('come from the command line, or from the environment', () => {
    const args =
      '--port 9090 --host 0.0.0.0 --public-url http://localhost:18080/pets --api-key a --api-key=b --storage others.json --no-lock --seed 12 --no-cors --log none --json --testing --testing-token my-token --exit-on-stdin-end';
    const everything = {
      port: 9090,
      host: '0.0.0.0',
      apiKeys: ['a', 'b'],
      publicUrl: 'http://localhost:18080/pets',
      storage: 'others.json',
      lock: false,
      seed: '12',
      cors: false,
      log: 'none',
      json: true,
      testing: true,
      testingToken: 'my-token',
      exitOnStdinEnd: true,
    };
    expect(settings(args.split(' '))).toEqual({ ...everything, keySource: 'option' });
    const withLineEnds = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, `${text}\r\n`]));
    expect(settings([], withLineEnds)).toEqual({ ...everything, keySource: 'variable' });
  });

  test('come from the command line if both set them', () => {
    const args = '--port 0 --host ::1 --api-key c --storage memory --public-url http://b/ --seed 999999';
    expect(settings(args.split(' '), environment)).toMatchObject({
      port: 0,
      host: '::1',
      apiKeys: ['c'],
      publicUrl: 'http://b',
      storage: 'memory',
      seed: '999999',
    });
    expect(settings(['--port', '65535'], { PORT: '' }).port).toBe(65_535);
  });

  test.each(['memory', 'pets.json', '/var/lib/My Pets.JSON', 'postgres://me@db/pets', 'postgresql://me@db/pets'])(
    'take the storage %s',
    (storage) => {
      expect(settings(['--storage', storage]).storage).toBe(storage);
    },
  );

  test.each<readonly [args: readonly string[], log: string]>([
    [['--log', 'json'], 'json'],
    [['--log', 'none'], 'none'],
    [['--json'], 'none'],
    [['--json', '--log', 'json'], 'json'],
  ])('with %j choose the log %s', (args, log) => {
    expect(settings(args).log).toBe(log);
  });

  test('do not take HOST, which some shells set, or what Kubernetes sets for a service of the name petstore', () => {
    const kubernetes = { PETSTORE_PORT: 'tcp://10.0.0.1:8080', PETSTORE_SERVICE_HOST: '10.0.0.1' };
    expect(settings([], { HOST: 'my-machine', ...kubernetes })).toEqual(settings([]));
  });

  test.each(['3', 'pets.json'])('refuse to seed PostgreSQL, here with %s', (seed) => {
    const storage = ['--storage', 'postgres://me@db/pets'];
    expect(settings(['--seed', '0', ...storage]).seed).toBe('0');
    expect(usageError(['--seed', seed, ...storage])).toMatch(/^--seed is not for PostgreSQL[^\n]*\.$/);
    expect(usageError(storage, { PETSTORE_SEED: seed })).toMatch(/^PETSTORE_SEED is not for PostgreSQL/);
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
    const flags = Object.entries<CommandOption>(serverCommand.options).filter(([, { type }]) => type === 'boolean');
    const env = Object.fromEntries(flags.map(([name, { variable = name }]) => [variable, off]));
    expect(settings([], env)).toEqual(settings([]));
    expect(settings(['--json'], env).json).toBe(true);
  });

  test.each(variables)('are refused if the variable %s is empty', (variable) => {
    expect(usageError([], { [variable]: '\n' })).toMatch(
      new RegExp(`^${variable} is set, but empty: unset it[^\\n]+\\.$`),
    );
  });

  test.each<readonly [names: string, args: readonly string[]]>([
    ...['-1', '65536', '80.5', 'http', ' 80', '0x50', '1e3', '9'.repeat(400)].map(
      (port) => ['--port must be an integer from 0 to 65535.', [`--port=${port}`]] as const,
    ),
    ...['-1', 'x', '1000000', '1.5', 'pets.txt', 'pets.json '].map(
      (seed) => ['--seed must be an integer from 0 to 999999 or a file', [`--seed=${seed}`]] as const,
    ),
    ...['a,', 'a b', 'clé', 'a\u0000', 'hunter2 hunter2'].map(
      (key) => ['--api-key must be keys of', ['--api-key', key]] as const,
    ),
    ...['a b', 'clé', 'hunter2 hunter2'].map(
      (token) => ['--testing-token must be', ['--testing', '--testing-token', token]] as const,
    ),
    ['--testing-token needs --testing.', ['--testing-token', 'hunter2']],
    ...['pets.example', 'ftp://pets.example', 'https://pets.example/v1', 'https://a/?b', 'https://me:hunter2@b'].map(
      (url) => ['--public-url must be an http or https URL', ['--public-url', url]] as const,
    ),
    ...['Memory', 'pets', 'pets.json.bak', 'redis://localhost', 'postgres:pets', 'postgress://me:hunter2@db'].map(
      (storage) => ['--storage must be memory, a file', ['--storage', storage]] as const,
    ),
    ['--port needs a value: an integer from 0 to 65535.', ['--port']],
    ['--port needs a value: an integer from 0 to 65535. One that begins with a dash is written', ['--port', '-1']],
    ['--port needs a value', ['--port', '--json']],
    ['--port needs a value', ['--port', '--', '80']],
    ['--port must not be empty: an integer', ['--port=']],
    ['--api-key needs a value: keys', ['--api-key', '-hunter2']],
    ['--json takes no value', ['--json=yes']],
    ['--prot is not an option.', ['--prot', '80']],
    ['--apikey is not an option.', ['--apikey=hunter2']],
    ['-port is not an option.', ['-port', '80']],
    ['-p is not an option', ['-p', '80']],
    ['Argument 2 is not an option', ['--json', '--hunter2']],
    ['Argument 1 belongs to no option, and the only command is conformance.', ['conformanc', 'run']],
    ['Argument 2 belongs to no option', ['--json', 'hunter2']],
    ['Argument 3 belongs to no option', ['--api-key', 'a', 'hunter2']],
    ['--openapi must', ['--openapi', 'hunter2']],
  ])('are refused with a sentence that contains "%s", and no value that may be a key: %j', (name, args) => {
    expect(usageError(args)).toContain(name);
    expect(usageError(args)).toMatch(/^[^\n]+[.?]$/);
    expect(usageError(args)).not.toContain('hunter2');
  });

  test.each([
    ['PORT', 'http'],
    ['PETSTORE_API_KEYS', 'a,,b'],
    ['PETSTORE_API_KEYS', 'a b'],
    ['PETSTORE_PUBLIC_URL', 'pets.example'],
    ['PETSTORE_STORAGE', 'pets.txt'],
    ['PETSTORE_SEED', '-1'],
    ['PETSTORE_JSON', 'yes'],
    ['PETSTORE_LOG', 'JSON'],
    ['PETSTORE_TESTING', 'on'],
    ['PETSTORE_TESTING_TOKEN', 'two words'],
    ['PETSTORE_NO_CORS', '2'],
    ['PETSTORE_NO_LOCK', 'no'],
    ['PETSTORE_EXIT_ON_STDIN_END', '-1'],
  ])('are refused if the variable %s is "%s", with a sentence that names it and no option', (name, text) => {
    expect(usageError([], { [name]: text })).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
  });

  test('never throw, whatever the arguments', () => {
    const flag = fc.constantFrom(
      ...Object.keys(serverCommand.options).map((name) => `--${name}`),
      '--',
      '-',
      '-h',
      '-x',
    );
    const args = fc.array(fc.oneof(flag, fc.string()));
    const env = fc.dictionary(fc.constantFrom(...Object.keys(environment)), fc.string());
    fc.assert(
      fc.property(args, env, (args, env) => {
        const result = parseServerCommand(args, env);
        expect(result.isOk() || result.error).toBeTruthy();
      }),
    );
  });
});

test.each<readonly [args: readonly string[], version: '3.0' | '3.1']>([
  [['--openapi', '3.0'], '3.0'],
  [['--openapi', '3.1'], '3.1'],
  [['--openapi=3.1'], '3.1'],
])('%j asks for the document in OpenAPI %s', (args, version) => {
  const baseUrl = 'http://127.0.0.1:8080/v1';
  expect(parseServerCommand(args, {})).toEqual(ok({ document: JSON.stringify(openApiDocument({ version, baseUrl })) }));
});

test.each(['2.0', '3.2', '3', '', ' 3.0'])('--openapi is refused with "%s"', (version) => {
  expect(parseServerCommand(['--openapi', version], {})._unsafeUnwrapErr()).toMatch(
    /^--openapi must [^\n]*3\.0 or 3\.1\.$/,
  );
});

test('--openapi names the public address', () => {
  const document = JSON.stringify(openApiDocument({ baseUrl: 'https://pets.example/v1' }));
  const environment = { PETSTORE_PUBLIC_URL: 'https://pets.example' };
  expect(parseServerCommand(['--openapi', '3.0', '--public-url', 'https://pets.example/'], {})).toEqual(
    ok({ document }),
  );
  expect(parseServerCommand(['--openapi', '3.0'], environment)).toEqual(ok({ document }));
  expect(usageError(['--openapi', '3.0', '--public-url', 'pets.example'])).toMatch(/^--public-url /);
});
