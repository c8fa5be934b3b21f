import { storageFailure } from '@petstore/core';
import { expect, test } from 'vitest';
import { failureLines, requestLine } from './request-line.ts';

const record = {
  id: '7',
  method: 'GET',
  path: '/v1/pets',
  operation: 'listPets',
  status: 200,
  milliseconds: 1.26,
} as const;

test('a request is one line', () => {
  expect(requestLine(record)).toBe('#7 GET /v1/pets 200 1.3 ms');
});

test('a request that could not be parsed is one line too', () => {
  expect(requestLine({ id: '7', method: '', path: '', status: 400, milliseconds: 0 })).toBe('#7 400 0.0 ms');
});

test('a defect is shown with its stack', () => {
  const lines = failureLines({ ...record, status: 500, failure: new Error('It broke.') });
  expect(lines).toMatch(/^#7 GET \/v1\/pets was answered with 500: Error: It broke\.\n +at .*request-line\.test\.ts/);
});

test('a storage failure is shown with its cause', () => {
  const failure = storageFailure('The disk is full.', new Error('ENOSPC'));
  const lines = failureLines({ ...record, status: 503, failure });
  expect(lines).toMatch(/^#7 GET \/v1\/pets was answered with 503: .*The disk is full\..*Error: ENOSPC/s);
});
