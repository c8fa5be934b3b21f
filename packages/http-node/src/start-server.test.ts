import { expect, test } from 'vitest';
import { createListenFailure } from './start-server.ts';

test.each([
  ['EADDRINUSE', 'in use'],
  ['EACCES', 'may not use the port'],
  ['EADDRNOTAVAIL', 'does not have the address'],
  ['ENOTFOUND', 'no host of this name'],
  ['EAI_AGAIN', 'no host of this name'],
  ['ENOBUFS', 'no buffer space available'],
])('the message for %s tells where and why: %s', (code, reason) => {
  const cause = Object.assign(new Error('no buffer space available'), { code });
  const failure = createListenFailure('pets.example', 80, cause);
  expect(failure).toEqual({ code: 'listen_failure', message: expect.stringContaining(reason) as string, cause });
  expect(failure.message).toContain('Cannot listen on pets.example, port 80: ');
});
