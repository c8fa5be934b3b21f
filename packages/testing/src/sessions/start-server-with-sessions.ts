import { closeOnce, parseOptions, type ResultAsync } from '@petstore/core';
import { apiKeyRule, generateApiKey, isApiKey } from '@petstore/http';
import {
  completeOptions,
  type ListenFailure,
  type RunningServer,
  serverOptionsSchema,
  startServerWith,
} from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { testStoreOptionsSchema } from '../test-store-options.ts';
import { createSessionHandler, mainId, sessionsPath, testingPath } from './session-handler.ts';
import { createSession, createSessions } from './sessions.ts';

export interface ServerWithSessions extends RunningServer {
  /** The address of the sessions, and the token that opens them. */
  readonly testing: { readonly url: string; readonly token: string };
}

const optionsSchema = z.extend(z.omit(serverOptionsSchema, { basePath: true }), {
  apiKeys: testStoreOptionsSchema.shape.apiKeys,
  testingToken: z._default(z.custom<string>(isApiKey, { error: `must be a string of ${apiKeyRule}` }), generateApiKey),
});

/** Starts a server as `startServer` does, with sessions for tests below `/_testing`. Its `/v1` is the store of the session `main`. */
export function startServerWithSessions(
  given: z.input<typeof optionsSchema>,
): ResultAsync<ServerWithSessions, ListenFailure> {
  const { host, port, keepAliveTimeout, drainTimeout, testingToken, ...served } = parseOptions(optionsSchema, given);
  const { storage, cors, publicUrl, apiKeys } = served;
  const { store, ...options } = completeOptions(served, true);
  const main = createSession(mainId, { ...options, apiKeys, basePath: '' }, store);
  const sessions = createSessions({ path: sessionsPath, createId: () => randomBytes(8).toString('hex'), cors });
  const handler = createSessionHandler(main, sessions, { token: testingToken, apiKeys, publicUrl });
  return startServerWith(handler, { host, port, storage, keepAliveTimeout, drainTimeout }).map((server) => {
    const closing = closeOnce(() => {
      sessions.closeAll();
      main.testStore.stop();
      return server.close();
    });
    const address = publicUrl ?? server.url.replace(/\/v1$/, '');
    return { ...server, ...closing, testing: { url: `${address}${testingPath}`, token: testingToken } };
  });
}
