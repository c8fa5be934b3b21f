import { html, prose, type Html } from '@petstore/http';

/** What this server serves beside the page. The links are relative to it. */
const served = [
  ['openapi.json', 'the interface in OpenAPI 3.0, which nearly every tool reads'],
  ['openapi-3.1.json', 'the same in OpenAPI 3.1'],
] as const;

/** The guides of the package. */
const guides = [
  ['docs/interface.md', 'every decision of this store, for each question that the interface leaves open'],
  ['docs/generated-clients.md', 'clients that generators make of the documents, and the settings they need'],
  ['docs/checking-a-client.md', 'a check of your own client, in any language'],
  ['docs/wrong-on-purpose.md', 'errors, delays and broken connections, to test a client with'],
  ['README.md', 'the package, and its other guides'],
] as const;

/** Leads on from the page. The guides have no address that is sure to resolve, so their files are named. */
export function furtherReading(): Html {
  return html`<section id="further-reading">
    <div>
      <h2>Further reading</h2>
      <h3>On this server</h3>
      <ul>
        ${served.map(([link, what]) => html`<li><a href="${link}">${link}</a>: ${what}</li>`)}
      </ul>
      <h3>In the package</h3>
      <p>
        ${prose('Each is a file of the package `petstore-kit`. In a project that has installed it, they are below `node_modules/petstore-kit/`.')}
      </p>
      <ul>
        ${guides.map(([file, what]) => html`<li><code>${file}</code>: ${what}</li>`)}
      </ul>
    </div>
  </section>`;
}
