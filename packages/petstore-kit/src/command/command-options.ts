import { isApiKey, isHost, parseAddress } from '@petstore/http';
import type { CommandLineOption } from './command-line.ts';

/** An option of the command, with its messages and its help. */
export interface CommandOption extends CommandLineOption {
  readonly multiple?: true;
  /** Whether a value is what `mustBe` says. An option without a value may be 1 or true, 0 or false in its variable. */
  readonly isValid?: (text: string) => boolean;
  /** The environment variable that sets it if the command line does not. */
  readonly variable?: string;
  /** The name of its value in the help. */
  readonly value?: string;
  /** What it does. */
  readonly help: string;
  /** What the help says about leaving it out. */
  readonly otherwise?: string;
}

/** The options of the command, in the order of its help. The table in `docs/from-a-shell.md` has the same ones. */
export const commandOptions = {
  port: {
    type: 'string',
    variable: 'PORT',
    value: 'N',
    mustBe: 'an integer from 0 to 65535',
    isValid: (text) => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535,
    help: 'the port to listen on; 0 takes a free one',
    otherwise: '8080',
  },
  host: {
    type: 'string',
    variable: 'PETSTORE_HOST',
    value: 'H',
    mustBe: 'a host name or an address',
    isValid: (text) => text !== '',
    help: 'the host to listen on',
    otherwise: '127.0.0.1, this machine alone',
  },
  'public-url': {
    type: 'string',
    variable: 'PETSTORE_PUBLIC_URL',
    value: 'URL',
    mustBe: 'an http or https URL such as https://pets.example, without /v1, credentials, query or fragment',
    isValid: (text) => parseAddress(text)?.endsWith('/v1') === false,
    help: 'the address at which clients reach the server, without /v1, if it differs: behind a proxy, in a container',
  },
  'api-key': {
    type: 'string',
    multiple: true,
    variable: 'PETSTORE_API_KEYS',
    value: 'KEY',
    mustBe: 'keys of 1 to 4,096 visible ASCII characters without spaces, separated by commas',
    isValid: (text) => splitList(text).every(isApiKey),
    help: 'a valid API key, or several separated by commas; may be repeated',
    otherwise: 'a new one is generated at each start',
  },
  storage: {
    type: 'string',
    variable: 'PETSTORE_STORAGE',
    value: 'WHERE',
    mustBe: 'memory, a file whose name ends in .json, or a postgres:// address',
    isValid: (text) => text === 'memory' || isPostgresAddress(text) || /\.json$/i.test(text),
    help:
      'memory, a file whose name ends in .json, or a PostgreSQL database as postgres://user:password@host:port/database; ' +
      'the variable keeps the password out of the list of processes',
    otherwise: 'pets.json in this folder',
  },
  'no-lock': {
    type: 'boolean',
    variable: 'PETSTORE_NO_LOCK',
    help: 'open the file without a lock, on a platform that has none; nothing else may have the file open',
  },
  seed: {
    type: 'string',
    variable: 'PETSTORE_SEED',
    value: 'N|FILE',
    mustBe: 'an integer from 0 to 999999 or a file whose name ends in .json',
    isValid: (text) => /^[0-9]{1,6}$|\.json$/i.test(text),
    help:
      'start an empty store with N example pets, or with the pets of another file in the format of pets.json, with their ids; ' +
      'not for PostgreSQL',
    otherwise: '0',
  },
  'no-cors': {
    type: 'boolean',
    variable: 'PETSTORE_NO_CORS',
    help: 'do not let pages of other origins call',
  },
  quiet: {
    type: 'boolean',
    variable: 'PETSTORE_QUIET',
    help: 'no line per request',
  },
  json: {
    type: 'boolean',
    variable: 'PETSTORE_JSON',
    help: 'print only one line of JSON, with url, apiKey, docs and pid, once it listens; no line per request',
  },
  testing: {
    type: 'boolean',
    variable: 'PETSTORE_TESTING',
    help:
      'serve sessions for tests below /_testing: stores that misbehave on demand, for this machine unless --testing-host ' +
      'allows more, behind a token that is printed (in the line of --json, as testing)',
  },
  'testing-token': {
    type: 'string',
    variable: 'PETSTORE_TESTING_TOKEN',
    value: 'TOKEN',
    mustBe: '1 to 4,096 visible ASCII characters without spaces',
    isValid: isApiKey,
    help: 'the token of the sessions; then it is not printed',
    otherwise: 'a new one is generated at each start',
  },
  'testing-host': {
    type: 'string',
    multiple: true,
    variable: 'PETSTORE_TESTING_HOSTS',
    value: 'NAME',
    mustBe: 'host names or addresses without a port, such as petstore or [fd00::1], separated by commas',
    isValid: (text) => splitList(text).every(isHost),
    help:
      'a host name by which other machines or containers reach the sessions, such as the name of a service in a compose ' +
      'file; several are separated by commas; may be repeated; they need --host 0.0.0.0 too',
  },
  'exit-on-stdin-end': {
    type: 'boolean',
    variable: 'PETSTORE_EXIT_ON_STDIN_END',
    help: 'stop when stdin ends, as it does when the process that started the command has gone; needs a pipe or a terminal',
  },
  openapi: {
    type: 'string',
    value: '[V]',
    mustBe: '3.0 or 3.1',
    isValid: (text) => /^3\.[01]$/.test(text),
    help: 'print the interface as an OpenAPI document, in version 3.0 or 3.1 of OpenAPI, and exit',
    otherwise: '3.0',
  },
  help: { type: 'boolean', short: 'h', help: 'print this and exit' },
  version: { type: 'boolean', help: 'print the version and exit' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The name of an option. */
export type OptionName = keyof typeof commandOptions;

/** The names of the options, in the order of the help. */
export const optionNames = Object.keys(commandOptions) as readonly OptionName[];

/** Splits a list that is separated by commas. */
export function splitList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

/** Whether a storage is the address of a PostgreSQL database. */
export function isPostgresAddress(storage: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(storage);
}
