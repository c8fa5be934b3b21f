import { checkDocumentedReply, createFetchSend, wireCases, createWireOptions } from '@petstore/test-support/wire';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFetchHandler } from './index.ts';

const cases = wireCases.filter(({ needsExactHead }) => !needsExactHead);
const requests = cases.map(({ request }) => request);
const setups = [...new Set(cases.map(({ setup }) => setup))];

test('the OpenAPI documents describe the reply to the request of any wire case with the setup of any other', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...requests), fc.constantFrom(...setups), async (request, setup) => {
      const send = createFetchSend(createFetchHandler(createWireOptions(setup)));
      const reply = await send(request);
      expect(checkDocumentedReply(request, reply)).toBe(reply);
    }),
    { examples: cases.map(({ request, setup }) => [request, setup]), numRuns: cases.length },
  ));

test.each([
  { status: 200, body: '{"id":1}', reason: '3.0: data must be array' },
  { status: 200, body: '[{"id":1.5,"name":"Rex","categoryId":1}]', reason: 'data/0/id must be integer' },
  { status: 404, body: '{"code":"not_found","message":"no"}', reason: "must have required property 'status'" },
  { status: 201, body: '[]', reason: '3.0 has no 201' },
])('a reply of $status with $body to a list does not match the documents', ({ status, body, reason }) => {
  const request = { method: 'GET', path: '/v1/pets', headers: [] };
  const headers = { 'content-type': 'application/json' };
  expect(() => checkDocumentedReply(request, { status, headers, body })).toThrow(reason);
});
