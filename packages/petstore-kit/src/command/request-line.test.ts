import { storageFailure } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { formatFailure, isPageView, formatRequest } from './request-line.ts';

const record = {
  id: '7',
  method: 'GET',
  path: '/v1/pets',
  operation: 'listPets',
  status: 200,
  milliseconds: 1.26,
} as const;
const repliedAt = new Date(2026, 10, 3, 4, 5, 6); // local time

test('a request is one line, with the local time of its reply', () => {
  expect(formatRequest(record, repliedAt)).toBe('04:05:06 #7 GET /v1/pets 200 1.3 ms');
  expect(formatRequest(record, new Date(2026, 10, 3, 23, 59, 59, 999))).toBe('23:59:59 #7 GET /v1/pets 200 1.3 ms');
});

test('a request that was refused has the code of its error', () => {
  expect(formatRequest({ ...record, status: 400, code: 'invalid_request' }, repliedAt)).toBe(
    '04:05:06 #7 GET /v1/pets 400 invalid_request 1.3 ms',
  );
});

test('a request that could not be parsed is one line too', () => {
  const unparsed = { id: '7', method: '', path: '', status: 400, code: 'invalid_request', milliseconds: 0 } as const;
  expect(formatRequest(unparsed, repliedAt)).toBe('04:05:06 #7 400 invalid_request 0.0 ms');
});

describe('a page view', () => {
  test.each(['/docs', '/docs/docs.js', '/openapi.json', '/', '/v1s'])('is a request for %s that succeeds', (path) => {
    expect(isPageView({ ...record, path })).toBe(true);
    expect(isPageView({ ...record, path, status: 404 })).toBe(false);
  });

  test.each(['/v1', '/v1/', '/v1/pets', '/v1/pets/7'])('is not a request for %s', (path) => {
    expect(isPageView({ ...record, path })).toBe(false);
  });

  test('is not a request that could not be parsed', () => {
    expect(isPageView({ ...record, method: '', path: '', status: 400 })).toBe(false);
  });
});

test('a defect is shown with its stack', () => {
  const lines = formatFailure({ ...record, status: 500, failure: new Error('It broke.') }, repliedAt);
  expect(lines).toMatch(
    /^04:05:06 #7 GET \/v1\/pets was answered with 500: Error: It broke\.\n +at .*request-line\.test\.ts/,
  );
});

test('a storage failure is shown with its cause', () => {
  const failure = storageFailure('The disk is full.', new Error('ENOSPC'));
  const lines = formatFailure({ ...record, status: 503, failure }, repliedAt);
  expect(lines).toMatch(/^04:05:06 #7 GET \/v1\/pets was answered with 503: .*The disk is full\..*Error: ENOSPC/s);
});
