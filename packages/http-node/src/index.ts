export type { ListenFailure } from './listen-failure.ts';
export { createRequestListener, type RequestListener } from './request-listener.ts';
export { startServer, type ListenOptions, type RunningServer, type ServerOptions } from './start-server.ts';
export type { ApiKeys, HttpOptions, RequestLog } from '@petstore/http';
