import { expect, test } from 'vitest';
import { judgePets } from '../src/player/judge.ts';

test('a list with more pets than wanted is a mismatch', () => {
  const pets = ['1', '2', '3'].map((id) => ({ id, name: 'Rex', categoryId: '1' }));
  expect(judgePets({ ok: pets }, pets.slice(0, 2))).toEqual({ kind: 'mismatch', seen: 'It returned 3 pets of 2.' });
  expect(judgePets({ ok: pets }, pets).kind).toBe('pass');
});
