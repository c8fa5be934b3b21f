export { docsPages, docsPagesWithFaults } from './docs-pages.ts';
