import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { concatenate, isBytes } from './bytes.ts';

test('a Uint8Array of any realm, a Buffer included, is bytes', () => {
  for (const value of [new Uint8Array(1), Buffer.from('a'), runInNewContext('new Uint8Array(1)')]) {
    expect(isBytes(value)).toBe(true);
  }
});

test('nothing else is bytes', () => {
  const liar = { [Symbol.toStringTag]: 'Uint8Array' };
  for (const value of [new Int8Array(1), new DataView(new ArrayBuffer(1)), new ArrayBuffer(1), [1], 'a', null, liar]) {
    expect(isBytes(value)).toBe(false);
  }
});

test('chunks are joined in their order', () => {
  expect(concatenate([])).toEqual(new Uint8Array());
  expect(concatenate([Uint8Array.of(1, 2)])).toEqual(Uint8Array.of(1, 2));
  expect(concatenate([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3));
});
