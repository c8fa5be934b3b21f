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

test.each(['prot', 'Port', 'toString'])('refuses the option %s, and names it and every known one', (name) => {
  expect(() => check({ port: 1, [name]: 1 })).toThrow(
    expect.objectContaining({
      name: 'TypeError',
      message: expect.stringMatching(`^${name} .*host, port, drainTimeout`) as string,
    }),
  );
});

test('names the option that was probably meant', () => {
  expect(() => check({ prot: 1 })).toThrow('prot is not an option. Did you mean port? The options are');
  expect(() => check({ cluster: 1 })).toThrow('cluster is not an option. The options are');
});

test.each([null, 'host', 8080])('refuses %o in place of the options', (options) => {
  expect(() => check(options as never)).toThrow(TypeError);
});

test('takes every known option, and any that is undefined', () => {
  expect(() => check({})).not.toThrow();
  expect(() => check({ host: 'localhost', port: 0, drainTimeout: 1 })).not.toThrow();
  expect(() => check({ port: undefined, prot: undefined })).not.toThrow();
});
