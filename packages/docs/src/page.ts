import { objectFields } from './field-list.ts';
import { html, prose, type Html } from './html.ts';
import type { Endpoint, OpenApi, Schema } from './openapi.ts';
import { operationSection, route } from './operation-section.ts';

/** Renders the page from an OpenAPI document. It can be read without JavaScript. */
export function renderPage(openApi: OpenApi): string {
  const endpoints = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({ method: method.toUpperCase(), path, operation })),
  );
  const objects = Object.entries(openApi.components.schemas).filter(([, { properties }]) => properties !== undefined);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Pet Store</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="docs/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="docs/text.css" />
        <link rel="stylesheet" href="docs/docs.css" />
        <link rel="stylesheet" href="docs/operation.css" />
        <link rel="stylesheet" href="docs/forms.css" />
        <script type="module" src="docs/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#operations">Skip to the operations</a>
        <div class="frame">
          <header class="intro">
            <h1><img src="docs/icon.svg" alt="" width="36" height="36" />Pet Store</h1>
            <p class="lead">
              A running pet store server: programs list its animals, add to them and look them up, as JSON over HTTP.
              The forms on this page send it real requests, so what you add here stays added.
            </p>
            <dl class="facts">
              <div>
                <dt>Version</dt>
                <dd id="version">${openApi.info.version}</dd>
              </div>
              <div>
                <dt>Description</dt>
                <dd><a href="openapi.json">openapi.json</a></dd>
              </div>
              <div class="base-address">
                <dt>Base address</dt>
                <dd><code id="base-address">v1</code><noscript>, beside this page</noscript></dd>
              </div>
            </dl>
          </header>

          <aside class="side">
            <div class="key">
              <label for="key">API key</label>
              <input id="key" autocomplete="off" spellcheck="false" aria-describedby="key-note" />
              <p id="key-note" class="note">
                Sent with every request below, and kept for this tab. The <code>petstore</code> command prints one if it
                was given none.
              </p>
            </div>
            <noscript><p class="note">The forms that call this server need JavaScript.</p></noscript>
            <nav aria-label="Operations">
              <ul>
                ${endpoints.map(
                  (endpoint) =>
                    html`<li>
                      <a href="#${endpoint.operation.operationId}"
                        >${endpoint.operation.summary}<span>${route(endpoint)}</span></a
                      >
                    </li>`,
                )}
                <li><a href="#schemas">Schemas</a></li>
              </ul>
            </nav>
          </aside>

          <main id="operations">
            ${endpoints.map(operationSection)}
            <section class="schemas" id="schemas" aria-labelledby="schemas-title">
              <h2 id="schemas-title">Schemas</h2>
              ${objects.map(([name, schema]) => schemaSection(name, schema))}
            </section>
          </main>
        </div>
      </body>
    </html>`.text;
}

/** Shows an object of the document, field by field. */
function schemaSection(name: string, schema: Schema): Html {
  return html`<section class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title">
    <h3 id="schema-${name}-title">${name}</h3>
    <p>${prose(schema.description ?? '')}</p>
    ${objectFields(schema)}
  </section>`;
}
