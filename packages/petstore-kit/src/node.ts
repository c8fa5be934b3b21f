export { docsPages } from '@petstore/docs-page';
export type { Page } from '@petstore/http';
export type { ListenFailure, RequestListener, RunningServer, ServerOptions } from '@petstore/http-node';
export { createRequestListener, startServer } from './servers.ts';
