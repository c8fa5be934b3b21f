export { findWrongOption, type CommandLineOption } from './command-line.ts';
export type { NodeHandler } from './connection.ts';
export { generateApiKey } from './generate-api-key.ts';
export type { ListenFailure } from './listen-failure.ts';
export { surviveOutputErrors } from './output-errors.ts';
export { createRequestListener, type RequestListener } from './request-listener.ts';
export {
  serverOptionsSchema,
  startServer,
  startServerWith,
  type ListenOptions,
  type RunningServer,
  type ServerOptions,
} from './start-server.ts';
export { findWrongStdin, stopSignal } from './stop-signal.ts';
export { clearTimeout, setTimeout } from './timers.ts';
