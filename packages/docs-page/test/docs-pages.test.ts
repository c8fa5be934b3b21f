import { docsPages } from '@petstore/docs-page';
import { expect, test } from 'vitest';
import { createDocsPages } from '../src/docs-pages.ts';
import { readDocument } from '../src/openapi.ts';

const pages = docsPages().map(({ text, ...page }) => ({
  ...page,
  text: typeof text === 'function' ? text(undefined) : text,
}));
const [page] = pages;
const operations = Object.values(readDocument().paths).flatMap((methods) => Object.values(methods));
/** The text of the page, without white space. */
const shown = (page?.text ?? '')
  .replace(/<[^>]*>/g, '')
  .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  .replace(/\s+/g, '');

test('docsPages returns the page, its styles, its icon and its scripts', () => {
  const typeOf = Object.fromEntries(pages.map(({ path, mediaType }) => [path, mediaType]));
  expect(typeOf).toMatchObject({
    '/docs': 'text/html; charset=utf-8',
    '/docs/docs.css': 'text/css; charset=utf-8',
    '/docs/docs.js': 'text/javascript; charset=utf-8',
    '/docs/icon.svg': 'image/svg+xml',
  });
  expect(pages.every(({ path }) => path === '/docs' || path.startsWith('/docs/'))).toBe(true);
});

test('the page at /docs describes every operation and schema of the OpenAPI document', () => {
  expect(operations).toHaveLength(3);
  for (const { operationId } of operations) expect(page?.text).toContain(`<section id="${operationId}"`);
  for (const name of ['NewPet', 'Pet', 'Error']) expect(page?.text).toContain(`<h3 id="${name}"`);
  for (const facts of ['integer, in the query, minimum 1, maximum 100, default 20', 'integer, int64, required']) {
    expect(shown).toContain(facts.replaceAll(' ', ''));
  }
  expect(shown).toContain('Deprecated:itisremovedon5December2030');
});

test('the page at /docs has no duplicate id, and no link to a missing one', () => {
  const { text } = createDocsPages(true)[0] ?? {};
  const html = typeof text === 'function' ? text(undefined) : '';
  const named = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, name]) => name);
  const ids = named(/ id="([^"]+)"/g);
  expect(ids).toEqual([...new Set(ids)]);
  const links = named(/ href="#([^"]+)"/g);
  expect(links).toEqual(expect.arrayContaining(['operations', 'faults', 'errors', 'NewPet', 'try-createPet']));
  expect(ids).toEqual(expect.arrayContaining(links));
});

test('the page at /docs describes each error once, with every example, and leads to it', () => {
  const sections = Object.fromEntries(
    Array.from((page?.text ?? '').matchAll(/<section id="(\w+)".*?<\/section>/gs), ([text, id = '']) => [id, text]),
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

test('the page at /docs shows each status of an operation with its code, its description and an example', () => {
  for (const [status, { description, content }] of operations.flatMap(({ responses }) => Object.entries(responses))) {
    const examples = Object.values(content['application/json'].examples).map(({ value }) => value as { code?: string });
    const code = examples[0]?.code ?? '';
    expect(shown).toContain(`${status}${code}${description.replaceAll('`', '')}`.replace(/\s+/g, ''));
    expect(examples.some((example) => shown.includes(JSON.stringify(example).replace(/\s+/g, '')))).toBe(true);
  }
});

test('docsPages sets the security policies on every page, and asks browsers for a new version at each load', () => {
  for (const { headers } of pages) {
    expect(headers).toEqual({
      'Content-Security-Policy':
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
  }
});

test('the page at /docs has only relative links, so that it works under any prefix', () => {
  for (const { path, text } of pages) {
    expect(text.replaceAll('http://www.w3.org/2000/svg', ''), path).not.toMatch(/https?:|(?:href|src)="\/|url\(/);
  }
});

test('the page at /docs refers only to files that exist', () => {
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
