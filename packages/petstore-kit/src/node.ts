export { docsPages } from '@petstore/docs-page';
export type { Page } from '@petstore/http';
export {
  createRequestListener,
  startServer,
  type ListenFailure,
  type RequestListener,
  type RunningServer,
  type ServerOptions,
} from '@petstore/http-node';
