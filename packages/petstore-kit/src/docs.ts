export { docsPages } from '@petstore/docs';
