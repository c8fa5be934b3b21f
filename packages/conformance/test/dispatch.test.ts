import { expect, test } from 'vitest';
import { createDispatcher } from '../src/harness/harness.ts';

test('a connection without a request is not a violation: clients open some for later', () => {
  const violations: string[] = [];
  const handler = createDispatcher('main', () => ({
    receive: () => undefined,
    addMisdirected: () => undefined,
    addViolation: (message) => violations.push(message),
  }));
  expect(handler.respondWithError('request_timeout', 'Too long.').status).toBe(408);
  expect(handler.respondWithError('invalid_request', 'Not HTTP.').status).toBe(400);
  expect(violations).toEqual(['Not HTTP.']);
});
