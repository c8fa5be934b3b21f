import { anyBase } from '@petstore/http';
import { codeBlock } from './code-block.ts';
import { faultForm } from './fault-form.ts';
import { objectFields } from './field-list.ts';
import type { OpenApi } from './openapi.ts';
import { errorSection, operationSection } from './operation-section.ts';
import { html, prose } from './html.ts';

/**
 * Renders the page from an OpenAPI document. It can be read without JavaScript, and no script changes its layout.
 *
 * @param address where the store is mounted, if it is known
 */
export function renderPage(
  { info, paths, components }: OpenApi,
  address: string | undefined,
  hasFaults: boolean,
): string {
  const base = address === undefined ? anyBase : `${address}/v1`;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const objects = Object.entries(components.schemas).filter(([, { properties }]) => properties !== undefined);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Pet Store</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="docs/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="docs/docs.css" />
        <script type="module" src="docs/docs.js"></script>
      </head>
      <body>
        <a class="unseen" href="#operations">Skip the navigation</a>
        <aside>
          <h1><img src="docs/icon.svg" alt="" width="36" height="36" /> Pet Store</h1>
          <noscript>The forms that call this server need JavaScript.</noscript>
          <nav aria-label="On this page">
            ${hasFaults && html`<a href="#faults">Let the next request fail</a>`}
            ${operations.map(
              ({ method, path, operation }) =>
                html`<a href="#${operation.operationId}">
                  ${operation.summary} <small><code>${method} ${path}</code></small>
                  ${operation['x-deprecated-sunset'] && html`<small>Deprecated</small>`}
                </a>`,
            )}
            <a href="#errors">Errors</a>
            <a href="#schemas">Schemas</a>
          </nav>
          <small>
            Version ${info.version} <a href="openapi.json">OpenAPI 3.0</a> <a href="openapi-3.1.json">OpenAPI 3.1</a>
          </small>
          <small id="key-note">
            The API key is sent with every request of the forms, and kept for this tab. The
            <code>petstore-kit</code> command prints one. What you add stays added.
          </small>
        </aside>

        <header>
          ${codeBlock({ caption: 'Address', name: 'base address', kind: 'address', code: base })}
          <label>API key <input id="key" autocomplete="off" spellcheck="false" aria-describedby="key-note" /></label>
          <output></output>
        </header>

        <main id="operations">
          ${hasFaults && faultForm(operations)}
          ${operations.map(({ method, path, operation }) => operationSection(method, path, operation, base))}
          ${errorSection(operations.map(({ operation }) => operation))}
          <section id="schemas">
            <h2>Schemas</h2>
            ${objects.map(
              ([name, schema]) =>
                html`<div>
                  <h3 id="${name}">${name}</h3>
                  <p>${prose(schema.description ?? '')}</p>
                  ${objectFields(schema)}
                </div>`,
            )}
          </section>
        </main>
      </body>
    </html>`.text;
}
