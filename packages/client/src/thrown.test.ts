import { describe, expect, test } from 'vitest';
import { copyError, isBeforeSending, findReason } from './thrown.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** Creates an error with a chain of `count` causes that ends with `last`. */
function createChain(last: unknown, count: number): unknown {
  return count === 0 ? last : new Error('fetch failed', { cause: createChain(last, count - 1) });
}

/** Counts the causes in the chain of an error. */
function countCauses({ cause }: Error): number {
  return cause instanceof Error ? 1 + countCauses(cause) : 0;
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
    expect(isBeforeSending(new AggregateError([refused, createChain(refused, 1)]))).toBe(true);
    expect(isBeforeSending(new AggregateError([refused, reset]))).toBe(false);
    expect(isBeforeSending(new AggregateError([]))).toBe(false);
    expect(isBeforeSending(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(true);
  });

  test('if a cause says so, down to the fifth', () => {
    expect(isBeforeSending(createChain(refused, 5))).toBe(true);
    expect(isBeforeSending(createChain(refused, 6))).toBe(false);
    expect(isBeforeSending(createChain(reset, 1))).toBe(false);
  });

  test.each([undefined, null, 'ECONNREFUSED', 7, {}])('but not for %o', (thrown) => {
    expect(isBeforeSending(thrown)).toBe(false);
  });

  test('but not for an error whose getter throws', () => {
    expect(isBeforeSending(broken)).toBe(false);
  });
});

describe('the reason for a lost request', () => {
  test.each<[thrown: unknown, reason: string]>([
    ['no network', 'no network'],
    [reset, reset.message],
    [createChain(reset, 5), reset.message],
    [createChain(reset, 6), 'fetch failed'],
    [new AggregateError([refused, 'gone']), `${refused.message}; gone`],
    [new AggregateError([refused], 'all failed'), 'all failed'],
    [new Error(''), ''],
    [holdsItself, ''],
  ])('of %o is "%s"', (thrown, reason) => {
    expect(findReason(thrown)).toBe(reason);
  });

  test.each([undefined, null, 7, {}, { message: 7 }])('of %o is unknown', (thrown) => {
    expect(findReason(thrown)).toContain('unknown');
  });

  test('of an error whose getter throws is unknown', () => {
    expect(findReason(broken)).toContain('unknown');
  });
});

describe('the copy of a thrown error', () => {
  const redact = (text: string) => text.replaceAll('key', '***');

  test('has the name, the message, the code, the stack and the cause, without the key', () => {
    const thrown = Object.assign(new TypeError('key', { cause: new Error('the key') }), {
      name: 'keyError',
      code: 'E_key',
      stack: 'at key',
      config: { headers: 'key' },
    });
    const copy = copyError(thrown, redact);
    expect(copy).toMatchObject({ name: '***Error', message: '***', code: 'E_***', stack: 'at ***' });
    expect((copy.cause as Error).message).toBe('the ***');
    expect(copy).not.toHaveProperty('config');
  });

  test('has nothing that was not there', () => {
    const copy = copyError({ message: 'lost', name: 7, code: 7, stack: 7 }, redact);
    expect(copy).toMatchObject({ name: 'Error', message: 'lost', stack: expect.stringContaining('Error') as string });
    expect(copy).not.toHaveProperty('code');
    expect(copy).not.toHaveProperty('cause');
  });

  test('of a cycle of causes ends', () => {
    const cycle = new Error('round');
    cycle.cause = cycle;
    expect(countCauses(copyError(cycle, redact))).toBe(5);
  });
});
