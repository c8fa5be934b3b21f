import { disposal } from '@petstore/core/internal';
import type { ResultAsync } from '@petstore/core';
import { createHandler } from '@petstore/http';
import type { ListenFailure, RunningServer, ServerOptions } from '@petstore/http-node';
import { startServerWith } from '@petstore/http-node/internal';
import { randomBytes } from 'node:crypto';
import { createSessionHandler } from './session-handler.ts';
import { createSessions, testingPath } from './sessions.ts';

/** A server with sessions beside its `/v1`. */
export interface SessionServer extends RunningServer {
  /** Where the sessions are, and the token that opens them. */
  readonly testing: { readonly url: string; readonly token: string };
}

/** Starts a server as `startServer` does, with sessions for tests below `/_testing`. */
export function startSessionServer(
  options: Omit<ServerOptions, 'basePath'>,
): ResultAsync<SessionServer, ListenFailure> {
  const { host, port, storage, keepAliveTimeout, drainTimeout, ...httpOptions } = options;
  const sessions = createSessions(options.cors);
  const token = randomBytes(16).toString('hex');
  const handler = createSessionHandler(createHandler(httpOptions), sessions, token);
  return startServerWith(handler, { host, port, storage, keepAliveTimeout, drainTimeout }).map((server) => {
    const close = () => {
      sessions.closeAll();
      return server.close();
    };
    const url = server.url.replace(/\/v1$/, testingPath);
    return { ...server, close, ...disposal(close), testing: { url, token } };
  });
}
