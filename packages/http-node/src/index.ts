export type { ConnectionHandler } from './connection.ts';
export { generateApiKey } from './generate-api-key.ts';
export { createRequestListener, type RequestListener } from './request-listener.ts';
export {
  serverOptionsSchema,
  startServer,
  startServerWith,
  type ListenFailure,
  type ListenOptions,
  type ListeningServer,
  type ServerOptions,
} from './start-server.ts';
export { clearTimeout, setTimeout } from './timers.ts';
