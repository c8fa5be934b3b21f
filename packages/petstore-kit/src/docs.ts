export { docsPages } from '@petstore/docs-page';
