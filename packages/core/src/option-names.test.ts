import { expect, test } from 'vitest';
import { checkOptionNames } from './option-names.ts';

interface Options {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly drainTimeout?: number | undefined;
}
const known = { host: true, port: true, drainTimeout: true } as const;

function check(options: object): void {
  checkOptionNames<Options>(options, known);
}

test.each([
  ['prot', 'Did you mean port?'],
  ['Port', 'Did you mean port?'],
  ['toString', 'The options are host, port, drainTimeout.'],
])('refuses the option %s: %s', (name, advice) => {
  expect(() => check({ port: 1, [name]: 1 })).toThrow(new TypeError(`${name} is not an option. ${advice}`));
});

test.each([null, 'host', 8080])('refuses %o in place of the options', (options) => {
  expect(() => check(options as never)).toThrow(TypeError);
});

test('takes every known option, and any that is undefined', () => {
  expect(() => check({})).not.toThrow();
  expect(() => check({ host: 'localhost', port: 0, drainTimeout: 1 })).not.toThrow();
  expect(() => check({ port: undefined, prot: undefined })).not.toThrow();
});
