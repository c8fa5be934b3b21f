export { createDocsPages, docsPages } from './docs-pages.ts';
