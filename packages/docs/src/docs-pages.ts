import type { Page } from '@petstore/http';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

const assets = new URL('../assets/', import.meta.url);

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing comes from elsewhere, runs inline, frames the page or is sent away; and after an update nothing old is shown. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
} as const;

/**
 * Makes the page for people, for the option `pages` of a server: `/docs`, which shows `/openapi.json` and sends requests to
 * the server that it came from. Its scripts and its style are pages of their own below `/docs/`.
 *
 * @throws an error of node:fs where the files of this package are gone
 */
export function docsPages(): readonly Page[] {
  return readdirSync(assets)
    .filter((name) => extname(name) in mediaTypes)
    .map((name) => ({
      path: name === 'docs.html' ? '/docs' : `/docs/${name}`,
      mediaType: mediaTypes[extname(name)] ?? '',
      headers,
      text: readFileSync(new URL(name, assets), 'utf8'),
    }));
}
