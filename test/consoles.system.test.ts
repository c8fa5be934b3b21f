// Consoles in which people open an OpenAPI document, in Chromium: each shows the operations with the pets of the examples, and
// those that can send requests (Redoc 3.0 cannot) add the pet of one. They come from npm, in test/matrix, without the packages that
// they depend on, because their bundles for browsers need none.
import { describeInChromium } from '@petstore/test-support/chromium';
import { listenUntilFinished } from '@petstore/test-support/raw-http';
import express from 'express';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { apiKey, startDescribedServer } from './described-server.ts';

const modules = join(import.meta.dirname, 'matrix/node_modules');
const isInstalled = existsSync(join(modules, 'swagger-ui-dist'));

/** In a smaller one, some consoles hide their navigation. Without a language, Elements shows nothing. */
const window = { viewport: { width: 1500, height: 1000 }, locale: 'en-US' };

interface Console {
  readonly name: string;
  /** The body of a page that shows a document. The packages are at the root of its server. */
  readonly body: (document: string) => string;
  /** Opens an operation, and returns the part of the page that shows it. */
  readonly open: (page: Page, operation: Operation) => Promise<Locator>;
  /** Enters the API key, sends the creation as it stands, and returns the part of the page that shows the reply. */
  readonly create?: (page: Page, shown: Locator) => Promise<Locator>;
}

interface Operation {
  readonly id: string;
  readonly summary: string;
  /** A pet of its example. */
  readonly pet: { readonly id: number; readonly name: string };
}

const listPets: Operation = { id: 'listPets', summary: 'List all animals', pet: { id: 1, name: 'Rex' } };
const createPet: Operation = { id: 'createPet', summary: 'Add an animal', pet: { id: 3, name: 'Bella' } };
const getPet: Operation = { id: 'getPet', summary: 'Get an animal', pet: { id: 1, name: 'Rex' } };

const consoles: readonly Console[] = [
  {
    name: 'Swagger UI',
    body: (document) => `
      <link rel="stylesheet" href="/swagger-ui-dist/swagger-ui.css">
      <div id="console"></div>
      <script src="/swagger-ui-dist/swagger-ui-bundle.js"></script>
      <script>SwaggerUIBundle({ url: '${document}', dom_id: '#console', docExpansion: 'full' })</script>`,
    open: (page, { summary }) => Promise.resolve(page.locator('.opblock').filter({ hasText: summary })),
    async create(page, shown) {
      await page.getByRole('button', { name: 'Authorize' }).click();
      const form = page.locator('.auth-container');
      await form.getByRole('textbox').fill(apiKey);
      await form.locator('.authorize').click();
      await form.locator('.btn-done').click();
      await shown.getByRole('button', { name: 'Try it out' }).click();
      await shown.getByRole('button', { name: 'Execute' }).click();
      return shown.locator('.live-responses-table');
    },
  },
  {
    name: 'Redoc',
    body: (document) => `
      <redoc spec-url="${document}"></redoc>
      <script type="module" src="/redoc/bundles/redoc.standalone.js"></script>`,
    async open(page, { id }) {
      const path = `animals/${id.toLowerCase()}`;
      await page.goto(new URL(`#/${path}`, page.url()).href);
      return page.locator(`[id="${path}"]`);
    },
  },
  {
    name: 'Scalar',
    body: (document) => `
      <div id="console"></div>
      <script src="/@scalar/api-reference/dist/browser/standalone.js"></script>
      <script>Scalar.createApiReference('#console', { url: '${document}', withDefaultFonts: false })</script>`,
    async open(page, { summary }) {
      await page.getByRole('link', { name: summary }).click();
      return page.getByRole('region', { name: summary });
    },
    async create(page, shown) {
      await shown.getByRole('button', { name: 'Test Request' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Bearer Token' }).fill(apiKey);
      await dialog.getByRole('button', { name: 'Send post request' }).click();
      return dialog.getByRole('region', { name: 'Response', exact: true });
    },
  },
  {
    name: 'Stoplight Elements',
    body: (document) => `
      <link rel="stylesheet" href="/@stoplight/elements/styles.min.css">
      <script src="/@stoplight/elements/web-components.min.js"></script>
      <elements-api apiDescriptionUrl="${document}" router="hash"></elements-api>`,
    async open(page, { id, summary }) {
      await page.goto(new URL(`#/operations/${id}`, page.url()).href);
      return page.locator('.sl-elements').filter({ has: page.getByRole('heading', { name: summary, level: 1 }) });
    },
    async create(_page, shown) {
      await shown.getByRole('textbox', { name: 'Token' }).fill(apiKey);
      await shown.getByRole('button', { name: 'Send API Request' }).click();
      return shown.getByText('201 Created').locator('..');
    },
  },
  {
    name: 'RapiDoc',
    body: (document) => `
      <script type="module" src="/rapidoc/dist/rapidoc-min.js"></script>
      <rapi-doc spec-url="${document}" render-style="read" load-fonts="false"></rapi-doc>`,
    open(page, { summary }) {
      const heading = page.getByRole('heading', { name: summary });
      return Promise.resolve(page.locator('.expanded-endpoint-body').filter({ has: heading }));
    },
    async create(page, shown) {
      await page.getByPlaceholder('api-token').fill(apiKey);
      await page.getByRole('button', { name: 'SET' }).click();
      await shown.getByRole('button', { name: 'TRY' }).click();
      return shown.locator('api-request');
    },
  },
];

describe.skipIf(!isInstalled)('consoles for OpenAPI documents (run npm ci in test/matrix first)', () => {
  describeInChromium('in Chromium', (openPage) => {
    for (const { name, body, open, create } of consoles) {
      const title = create === undefined ? 'shows the examples' : 'shows the examples, and adds the pet of one';
      test(`${name} ${title}`, async () => {
        const server = await startDescribedServer();
        const page = await openPage(window);
        await load(page, body(`${server}/openapi.json`));
        for (const operation of [listPets, getPet, createPet]) {
          const shown = await open(page, operation);
          await shown.getByText(operation.summary).filter({ visible: true }).first().waitFor();
          await expectPet(shown, operation.pet);
        }
        if (create === undefined) return;

        await expectPet(await create(page, await open(page, createPet)), createPet.pet);
        const stored = await fetch(`${server}/v1/pets/3`, { headers: { Authorization: `Bearer ${apiKey}` } });
        expect(await stored.json()).toEqual({ id: 3, name: 'Bella', categoryId: 3, status: 'sold' });
      });
    }
  });
});

/** Waits until the JSON of a pet can be seen. Some consoles number its lines. */
async function expectPet(shown: Locator, { id, name }: Operation['pet']): Promise<void> {
  const json = new RegExp(String.raw`"id"\s*:\s*${id}\s*,\s*\d*\s*"name"\s*:\s*"${name}"`);
  await shown.getByText(json).filter({ visible: true }).first().waitFor();
}

/** Loads a page with a console from a server of its own. It reaches nothing outside this machine. */
async function load(page: Page, body: string): Promise<void> {
  const app = express().use(express.static(modules));
  app.get('/', (_request, response) => {
    response.send(`<!doctype html><meta charset="utf-8"><body>${body}</body>`);
  });
  const port = await listenUntilFinished(createServer(app));
  page.setDefaultTimeout(120_000); // on a busy machine
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  await page.goto(`http://127.0.0.1:${port}/`);
}
