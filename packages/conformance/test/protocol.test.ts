// Which lines of an adapter are accepted, and the message about a wrong one.
import { ok } from '@petstore/core';
import { expect, test } from 'vitest';
import { readAnswer, readHello, readResponse } from '../src/adapter/protocol.ts';

test.each([
  ['Starting the adapter', 'It is not JSON (write logs to stderr): Starting the adapter'],
  ['5', 'It must be an object with protocol, client, capabilities, not 5.'],
  ['{"protocol":1}', 'client is required: an object with name, version, language.'],
  ['', 'It is empty.'],
  ['\ufeff{}', 'It begins with a byte order mark: write UTF-8 without one.'],
])('the run says what is wrong with the first line %j', (line, reason) => {
  expect(readHello(line)).toMatchObject({ error: reason });
});

test.each([
  ['INFO calling listPets', 'It is not JSON (write logs to stderr): INFO calling listPets'],
  ['5', 'It must be an object with id, and ok, error or response (write logs to stderr), not 5.'],
  ['{"level":30,"msg":"listPets"}', '(write logs to stderr), not {"level":30,'],
  ['{"id":"1"}', 'It has neither ok, error nor response: {"id":"1"}'],
  ['{"id":1,"ok":[]}', 'id must be a string, not 1.'],
  ['{"id":"1","error":"boom"}', 'error must be an object with kind, not "boom".'],
  ['{"id":"1","error":{}}', 'error.kind is required: one of api, transport, timeout, decode, unsupported.'],
  [
    '{"id":"1","response":{"status":200}}',
    'response must be an object with status, and body or base64, not {"status":200}',
  ],
  ['{"id":"1","error":{"kind":"network"}}', 'error.kind must be one of api, transport, '],
])('the run says what is wrong with the answer %j', (line, reason) => {
  expect(readAnswer(line)).toMatchObject({ error: expect.stringContaining(reason) as string });
});

test.each<[what: string, line: string, read: object]>([
  [
    'null for absent fields, as many languages write them',
    '{"id":"1","ok":null,"error":{"kind":"transport","status":null,"message":null,"outcome":"unknown"}}',
    { error: { kind: 'transport', outcome: 'unknown' } },
  ],
  ['the status as digits', '{"id":"1","error":{"kind":"api","status":"503"}}', { error: { kind: 'api', status: 503 } }],
  ['a code as a number', '{"id":"1","error":{"kind":"api","code":7}}', { error: { kind: 'api', code: '7' } }],
  [
    'a response with null for what is absent',
    '{"id":"1","ok":null,"error":null,"response":{"status":"200","body":null,"base64":"W10="}}',
    { response: { status: 200, base64: 'W10=' } },
  ],
])('the run accepts %s', (_, line, read) => {
  expect(readAnswer(line)).toEqual(ok({ id: '1', ...read }));
});

const answer = (operation: 'listPets' | 'getPet', status: number, body: string) =>
  readResponse(operation, { status, body });

test('the run reads the response of a client that reads no JSON, exactly', () => {
  const pet = '{"id":1,"name":"Rex","categoryId":9007199254740993,"born":2020}';
  const rex = { id: '1', name: 'Rex', categoryId: '9007199254740993' };
  expect(answer('getPet', 200, pet)).toEqual({ body: Buffer.from(pet), ok: rex });
  expect(answer('listPets', 203, `[${pet}]`)).toMatchObject({ ok: [rex] });
  expect(answer('getPet', 404, '{"code":"not_found","message":"There is none.","status":500}')).toMatchObject({
    error: { kind: 'api', status: 404, code: 'not_found', message: 'There is none.' },
  });
  expect(answer('getPet', 302, '<html>')).toMatchObject({ error: { kind: 'api', status: 302 } });
  expect(readResponse('listPets', { status: 200, body: '' }, 'HEAD')).toMatchObject({ ok: null });
});

test.each(['', '[]', 'null', '{"id":1}', '{"id":1.5,"name":"Rex","categoryId":1}', '{"id":1'])(
  'a success whose body is %j is one that the client cannot read',
  (body) => {
    expect(answer('getPet', 200, body)).toMatchObject({ error: { kind: 'decode' } });
  },
);

test('bytes of an adapter that are no UTF-8 are no JSON', () => {
  expect(readResponse('listPets', { status: 200, base64: 'Iv8i' })).toMatchObject({ error: { kind: 'decode' } });
});
