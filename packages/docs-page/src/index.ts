export { createDocsPages, docsPages } from './docs-pages.ts';
export { Html, html, type HtmlPart } from './html.ts';
