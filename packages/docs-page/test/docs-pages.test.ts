import { docsPages } from '@petstore/docs-page';
import { openApiDocument } from '@petstore/http';
import { expect, test } from 'vitest';
import { documentedOperations } from './documented-operations.ts';

const pages = docsPages().map(({ text, ...page }) => ({
  ...page,
  text: typeof text === 'function' ? text(undefined) : text,
}));

test('returns the page, its styles, its icon and its scripts', () => {
  const typeOf = Object.fromEntries(pages.map(({ path, mediaType }) => [path, mediaType]));
  expect(typeOf).toMatchObject({
    '/docs': 'text/html; charset=utf-8',
    '/docs/docs.css': 'text/css; charset=utf-8',
    '/docs/docs.js': 'text/javascript; charset=utf-8',
    '/docs/icon.svg': 'image/svg+xml',
  });
  expect(pages.every(({ path }) => path === '/docs' || path.startsWith('/docs/'))).toBe(true);
});

test('describes every operation of the OpenAPI document', () => {
  const [page] = pages;
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> };
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids).toHaveLength(3);
  for (const id of ids) expect(page?.text).toContain(`<section id="${id}"`);
});

test('describes each error once, with every example, and leads to it', () => {
  const sections = Object.fromEntries(
    Array.from((pages[0]?.text ?? '').matchAll(/<section id="(\w+)".*?<\/section>/gs), ([text, id = '']) => [id, text]),
  );
  const statuses = (text = '') => Array.from(text.matchAll(/<dt[^>]*><code>(\d+)/g), ([, status]) => Number(status));
  expect(statuses(sections.errors)).toEqual([400, 401, 404, 413, 415, 503]);
  expect(sections.errors?.match(/\w+ must be/g)).toEqual(['limit must be', 'categoryId must be']);
  for (const [id, successes, errors] of [
    ['listPets', [200], '400, 401, 503'],
    ['createPet', [201], '400, 401, 413, 415, 503'],
    ['getPet', [200], '401, 404, 503'],
  ] as const) {
    expect(statuses(sections[id])).toEqual(successes);
    expect(/<a href="#errors"\s*>([\d, ]+)</.exec(sections[id] ?? '')?.[1]).toBe(errors);
  }
});

test('shows each status of an operation with its code, its description and an example', () => {
  const text = (pages[0]?.text ?? '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const shown = text.replace(/\s+/g, '');
  for (const { responses } of documentedOperations()) {
    for (const [status, { description, code = '', examples }] of Object.entries(responses)) {
      expect(shown).toContain(`${status}${code}${description.replaceAll('`', '')}`.replace(/\s+/g, ''));
      const isShown = examples.filter((example) => shown.includes(JSON.stringify(example).replace(/\s+/g, '')));
      expect([status, isShown.length > 0]).toEqual([status, true]);
    }
  }
});

test('sets the security policies on every page, and asks browsers for a new version at each load', () => {
  for (const { headers } of pages) {
    expect(headers).toEqual({
      'Content-Security-Policy':
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
  }
});

test('has only relative links, so that it works under any prefix', () => {
  for (const { path, text } of pages) {
    expect(text.replaceAll('http://www.w3.org/2000/svg', ''), path).not.toMatch(/https?:|(?:href|src)="\/|url\(/);
  }
});

test('refers only to files that exist', () => {
  const paths = pages.map(({ path }) => path);
  const named = pages.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/(?:(?:href|src)="|^import [^;]* from ')([^"'#]+)["']/gm),
      ([, reference = '']) => new URL(reference, `http://localhost${path}`).pathname,
    ),
  );
  expect(named.length).toBeGreaterThanOrEqual(10);
  expect(named.filter((path) => !/^\/openapi(?:-3\.1)?\.json$/.test(path) && !paths.includes(path))).toEqual([]);
});
