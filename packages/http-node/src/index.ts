export type { ConnectionHandler } from './connection.ts';
export { createRequestListener, type RequestListener } from './request-listener.ts';
export {
  completeOptions,
  serverOptionsSchema,
  startServer,
  startServerWith,
  type ListenFailure,
  type RunningServer,
  type ServerOptions,
} from './start-server.ts';
export { clearTimeout, setTimeout } from './timers.ts';
