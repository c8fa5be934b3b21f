// What the author of an adapter is told about a wrong line, and what is accepted.
import { ok } from '@petstore/core';
import { expect, test } from 'vitest';
import { readAnswer, readHello } from '../src/adapter/protocol.ts';

test.each([
  ['Starting the adapter', 'It is not JSON: Starting the adapter'],
  ['5', 'It must be an object with protocol, client, capabilities, not 5.'],
  ['{"protocol":1}', 'client is required: an object with name, version, language.'],
  ['', 'It is empty.'],
  ['\ufeff{}', 'It begins with a byte order mark: write UTF-8 without one.'],
])('says what is wrong with the first line %j', (line, reason) => {
  expect(readHello(line)).toMatchObject({ error: reason });
});

test.each([
  ['INFO calling listPets', 'It is not JSON: INFO calling listPets'],
  ['5', 'It must be an object with id, and ok or error, not 5.'],
  ['null', 'It must be an object with id, and ok or error, not null.'],
  ['{"id":"1"}', 'It has neither ok nor error.'],
  ['{"id":1,"ok":[]}', 'id must be a string, not 1.'],
  ['{"id":"1","error":"boom"}', 'error must be an object with kind, not "boom".'],
  ['{"id":"1","error":{}}', 'error.kind is required: one of api, transport, timeout, decode, unsupported.'],
  ['{"id":"1","error":{"kind":"network"}}', 'error.kind must be one of api, transport, '],
])('says what is wrong with the answer %j', (line, reason) => {
  expect(readAnswer(line)).toMatchObject({ error: expect.stringContaining(reason) as string });
});

test.each([
  [
    'null for absent fields, as many languages write them',
    '{"id":"1","ok":null,"error":{"kind":"transport","status":null,"message":null,"outcome":"unknown"}}',
    { kind: 'transport', outcome: 'unknown' },
  ],
  ['the status as digits', '{"id":"1","error":{"kind":"api","status":"503"}}', { kind: 'api', status: 503 }],
  ['a code as a number', '{"id":"1","error":{"kind":"api","code":7}}', { kind: 'api', code: '7' }],
])('accepts %s', (_, line, error) => {
  expect(readAnswer(line)).toEqual(ok({ id: '1', error }));
});
