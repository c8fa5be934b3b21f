import { describe, expect, test } from 'vitest';
import { copyOf, isBeforeSending, reasonOf } from './thrown.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** An error with a chain of this many causes, the last of which is given. */
function causedBy(last: unknown, count: number): unknown {
  return count === 0 ? last : new Error('fetch failed', { cause: causedBy(last, count - 1) });
}

/** How many causes an error has, one in the other. */
function causesOf({ cause }: Error): number {
  return cause instanceof Error ? 1 + causesOf(cause) : 0;
}

const holdsItself = new AggregateError([], '');
holdsItself.errors.push(holdsItself);

const broken = {
  get message() {
    throw new Error('a getter that throws');
  },
};

describe('a request was certainly not sent', () => {
  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused'])(
    'if the code is %s',
    (code) => {
      expect(isBeforeSending({ code })).toBe(true);
    },
  );

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'])('if the call of %s is connect', (code) => {
    expect(isBeforeSending({ code, syscall: 'connect' })).toBe(true);
    expect(isBeforeSending({ code, syscall: 'read' })).toBe(false);
  });

  test('if every address of the host was refused', () => {
    expect(isBeforeSending(new AggregateError([refused, causedBy(refused, 1)]))).toBe(true);
    expect(isBeforeSending(new AggregateError([refused, reset]))).toBe(false);
    expect(isBeforeSending(new AggregateError([]))).toBe(false);
    expect(isBeforeSending(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(true);
  });

  test('if a cause says so, down to the fifth', () => {
    expect(isBeforeSending(causedBy(refused, 5))).toBe(true);
    expect(isBeforeSending(causedBy(refused, 6))).toBe(false);
    expect(isBeforeSending(causedBy(reset, 1))).toBe(false);
  });

  test.each([undefined, null, 'ECONNREFUSED', 7, {}])('but not for %o', (thrown) => {
    expect(isBeforeSending(thrown)).toBe(false);
  });

  test('but not for an error whose getter throws', () => {
    expect(isBeforeSending(broken)).toBe(false);
  });
});

describe('the reason', () => {
  test.each<[thrown: unknown, reason: string]>([
    ['no network', 'no network'],
    [reset, reset.message],
    [causedBy(reset, 5), reset.message],
    [causedBy(reset, 6), 'fetch failed'],
    [new AggregateError([refused, 'gone']), `${refused.message}; gone`],
    [new AggregateError([refused], 'all failed'), 'all failed'],
    [new Error(''), ''],
    [holdsItself, ''],
  ])('of %o is "%s"', (thrown, reason) => {
    expect(reasonOf(thrown)).toBe(reason);
  });

  test.each([undefined, null, 7, {}, { message: 7 }])('of %o is unknown', (thrown) => {
    expect(reasonOf(thrown)).toContain('unknown');
  });

  test('of an error whose getter throws is unknown', () => {
    expect(reasonOf(broken)).toContain('unknown');
  });
});

describe('a copy', () => {
  const redact = (text: string) => text.replaceAll('key', '***');

  test('has the name, the message, the code, the stack and the cause, without the key', () => {
    const thrown = Object.assign(new TypeError('key', { cause: new Error('the key') }), {
      name: 'keyError',
      code: 'E_key',
      stack: 'at key',
      config: { headers: 'key' },
    });
    const copy = copyOf(thrown, redact);
    expect(copy).toMatchObject({ name: '***Error', message: '***', code: 'E_***', stack: 'at ***' });
    expect((copy.cause as Error).message).toBe('the ***');
    expect(copy).not.toHaveProperty('config');
  });

  test('has nothing that was not there', () => {
    const copy = copyOf({ message: 'lost', name: 7, code: 7, stack: 7 }, redact);
    expect(copy).toMatchObject({ name: 'Error', message: 'lost', stack: expect.stringContaining('Error') as string });
    expect(copy).not.toHaveProperty('code');
    expect(copy).not.toHaveProperty('cause');
  });

  test('of a cycle of causes ends', () => {
    const cycle = new Error('round');
    cycle.cause = cycle;
    expect(causesOf(copyOf(cycle, redact))).toBe(5);
  });
});
