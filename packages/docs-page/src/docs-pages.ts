import type { Page } from '@petstore/http';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { readDocument, type OpenApi } from './openapi.ts';
import { renderPage } from './page.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page loads only from its own server, runs no inline script and cannot be framed. `no-cache`: an update shows at once. */
const headers = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/**
 * Returns the documentation page for the option `pages` of a server: `/docs` describes the operations and has forms that
 * call the same server. Its scripts and styles are pages below `/docs/`.
 *
 * @throws Error if the files of this package cannot be read, as in a bundle
 */
export function docsPages(): readonly Page[] {
  return createDocsPages(false);
}

/** Makes the pages of {@link docsPages}. With faults, `/docs` has a form, too, that lets requests for `/v1` fail. */
export function createDocsPages(hasFaults: boolean): readonly Page[] {
  let document: OpenApi | undefined; // to make it takes milliseconds
  const page = (address: string | undefined) => {
    document ??= readDocument();
    return renderPage(document, address, hasFaults);
  };
  return [{ path: '/docs', mediaType: 'text/html; charset=utf-8', headers, text: page }, ...assetPages()];
}

function assetPages(): readonly Page[] {
  try {
    const assets = new URL('../assets/', import.meta.url);
    const names = readdirSync(assets).filter((name) => extname(name) in mediaTypes); // Finder and editors leave others
    return names.map((name) => ({
      path: `/docs/${name}`,
      mediaType: mediaTypes[extname(name)] ?? '',
      headers,
      text: readFileSync(new URL(name, assets), 'utf8'),
    }));
  } catch (cause) {
    throw new Error('The files of the page at /docs cannot be read: start without it, with docs: false.', { cause });
  }
}
