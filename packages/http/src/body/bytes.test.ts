import { expect, test } from 'vitest';
import { concatenate } from './bytes.ts';

test('chunks are joined in their order', () => {
  expect(concatenate([])).toEqual(new Uint8Array());
  expect(concatenate([Uint8Array.of(1, 2)])).toEqual(Uint8Array.of(1, 2));
  expect(concatenate([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3));
});
