import { ok } from 'neverthrow';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { codePoint } from './contract/arbitraries.ts';
import { decodeUtf8, isAbortSignal, isBytes, isError } from './realms.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a Uint8Array of any realm, a Buffer included, is bytes, and nothing else', () => {
  const bytes = [new Uint8Array(1), Buffer.from('a'), runInNewContext('new Uint8Array(1)')];
  for (const value of bytes) expect(isBytes(value)).toBe(true);
  const liar = { [Symbol.toStringTag]: 'Uint8Array' };
  const others = [new Int8Array(1), new DataView(new ArrayBuffer(1)), new ArrayBuffer(1), [1], 'a', null, liar];
  for (const value of others) expect(isBytes(value)).toBe(false);
});

test('an Error of any realm is an Error', () => {
  for (const value of [new TypeError(), runInNewContext('new RangeError()')]) expect(isError(value)).toBe(true);
  for (const value of [{ message: '' }, 'Error', null]) expect(isError(value)).toBe(false);
});

test('an AbortSignal of any realm is an AbortSignal', () => {
  const foreign = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  for (const value of [AbortSignal.abort(), foreign]) expect(isAbortSignal(value)).toBe(true);
  for (const value of [{ aborted: false }, new EventTarget(), null]) expect(isAbortSignal(value)).toBe(false);
});

describe.each([
  ['with TextDecoder', TextDecoder],
  ['without it, as in jsdom', undefined],
])('decodeUtf8 %s', (_, decoder) => {
  const decode = (bytes: Uint8Array) => {
    vi.stubGlobal('TextDecoder', decoder);
    return decodeUtf8(bytes);
  };

  test('decodes the bytes of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(decode(new TextEncoder().encode(`a${text}`))).toEqual(ok(`a${text}`));
      }),
    );
  });

  test('decodes more bytes than a call may have arguments', () => {
    const text = 'a%ü€😀'.repeat(50_000);
    expect(decode(new TextEncoder().encode(text)).unwrapOr('') === text).toBe(true);
  });

  test('drops a byte order mark at the start', () => {
    expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xef, 0xbb, 0xbf))).toEqual(ok('a\uFEFF'));
    expect(decode(Uint8Array.of(0x61, 0xef, 0xbb, 0xbf))).toEqual(ok('a\uFEFF'));
  });

  test.each([
    ['a continuation alone', [0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never has', [0xff]],
  ])('refuses %s', (_fault, bytes) => {
    expect(decode(Uint8Array.from(bytes)).isErr()).toBe(true);
  });
});
