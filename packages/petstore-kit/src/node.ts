export { createRequestListener, type ListenFailure, type RequestListener } from '@petstore/http-node';
export { startServer, type RunningServer, type ServerOptions } from './start-server.ts';
