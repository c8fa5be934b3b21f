import { expect, test } from 'vitest';
import { createDispatcher } from '../src/harness/harness.ts';
import type { Trial } from '../src/harness/trial.ts';

test('a connection without a request is not a violation: clients open some for later', () => {
  const violations: string[] = [];
  const handler = createDispatcher(
    { find: () => undefined },
    () => ({ addViolation: (message: string) => violations.push(message) }) as Partial<Trial> as Trial,
  );
  expect(handler.respondWithError('request_timeout', 'Too long.').status).toBe(408);
  expect(handler.respondWithError('invalid_request', 'Not HTTP.').status).toBe(400);
  expect(violations).toEqual(['Not HTTP.']);
});
