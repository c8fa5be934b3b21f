import { EventEmitter } from 'node:events';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isPool } from './is-pool.ts';

test('a Pool of pg is a pool', () => {
  expect(isPool(new pg.Pool())).toBe(true);
});

test.each([
  ...[undefined, null, 'postgres://127.0.0.1/pets', {}, { options: {} }, { options: {}, Client: {} }, new pg.Client()],
  ...[{ Client: pg.Client }, { options: {}, Client: EventEmitter }],
])('another value is none: %o', (value) => {
  expect(isPool(value)).toBe(false);
});
