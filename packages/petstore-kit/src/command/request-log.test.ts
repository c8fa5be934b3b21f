import { storageFailure } from '@petstore/core';
import type { RequestLog } from '@petstore/http';
import { expect, test } from 'vitest';
import { createRequestLog, formatRequest, type LogFormat } from './request-log.ts';

const request: RequestLog = {
  id: '7',
  method: 'GET',
  path: '/v1/pets',
  operation: 'listPets',
  status: 200,
  duration: 1.26,
};
const repliedAt = new Date(2026, 10, 3, 4, 5, 6, 7); // local time
const outage = storageFailure('The pets cannot be listed.', new Error('connect\n ECONNREFUSED'));
const failed: RequestLog = { ...request, status: 503, code: 'storage_failure', failure: outage };

/** Logs requests. Returns what is printed and what is warned, without the times. */
function log(format: LogFormat, requests: readonly RequestLog[]) {
  const [printed, warned]: string[][] = [[], []];
  const write = createRequestLog(format, {
    print: (line) => printed?.push(line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, '')),
    warn: (line) => warned?.push(line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, '')),
  });
  for (const each of requests) write(each);
  return { printed, warned };
}

test.each<readonly [fields: Partial<RequestLog>, line: string]>([
  [{}, '#7 GET /v1/pets 200 1.3 ms'],
  [{ status: 400, code: 'invalid_request' }, '#7 GET /v1/pets 400 invalid_request 1.3 ms'],
  [{ requestId: 'a1b2-c3' }, '#7 GET /v1/pets 200 1.3 ms a1b2-c3'],
  [{ method: '', path: '', status: 400, code: 'invalid_request', duration: 0 }, '#7 400 invalid_request 0.0 ms'],
])('a request with %j is one line with its local date and time', (fields, line) => {
  expect(formatRequest({ ...request, ...fields }, repliedAt)).toBe(`2026-11-03 04:05:06 ${line}`);
});

test('a request is one object of JSON, with its failure', () => {
  const { printed, warned } = log('json', [{ ...request, requestId: 'a1b2-c3' }, failed]);
  expect(printed?.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      ...{ id: '7', requestId: 'a1b2-c3', method: 'GET', path: '/v1/pets', status: 200, ms: 1.3 },
    },
    expect.objectContaining({ code: 'storage_failure', failure: 'The pets cannot be listed: connect ECONNREFUSED' }),
  ]);
  expect(warned).toEqual([]);
});

test('an outage is one line with its cause, and a defect has its stack', () => {
  const defect = { ...request, status: 500, failure: new Error('It broke.') };
  const { printed, warned } = log('none', [failed, defect]);
  expect(printed).toEqual([]);
  expect(warned).toEqual([
    '#7 GET /v1/pets was answered with 503: The pets cannot be listed: connect ECONNREFUSED',
    expect.stringMatching(/^#7 GET \/v1\/pets was answered with 500: Error: It broke\.\n +at .*request-log\.test\.ts/),
  ]);
});

test('a cause that the message has already is not repeated', () => {
  const failure = storageFailure('The disk is full: ENOSPC.', new Error('ENOSPC'));
  expect(log('none', [{ ...failed, failure }]).warned).toEqual([
    '#7 GET /v1/pets was answered with 503: The disk is full: ENOSPC.',
  ]);
});

test.each(['/docs', '/docs/docs.js', '/openapi.json', '/', '/v1s', '/healthz'])(
  'a view of %s is no line, unless it fails',
  (path) => {
    expect(log('text', [{ ...request, path }]).printed).toEqual([]);
    expect(log('json', [{ ...request, path }]).printed).toEqual([]);
    expect(log('text', [{ ...request, path, status: 404 }]).printed).toHaveLength(1);
  },
);

test.each(['/v1', '/v1/', '/v1/pets', '/v1/pets/7'])('a request for %s is a line', (path) => {
  expect(log('text', [{ ...request, path }]).printed).toHaveLength(1);
});
