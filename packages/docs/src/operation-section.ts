import { fieldList, objectFields } from './field-list.ts';
import { html, prose, type Html } from './html.ts';
import type { Body, Endpoint, Response, Schema } from './openapi.ts';
import { tryItForm } from './try-it-form.ts';

/** Shows an operation, and beside it the form that calls it. */
export function operationSection(endpoint: Endpoint): Html {
  const { operationId: id, summary, description, parameters, requestBody, responses } = endpoint.operation;
  const { 'x-deprecated-sunset': sunset } = endpoint.operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="reading">
      <h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
      <p class="route">${route(endpoint)}</p>
      ${sunset && html`<p class="bad">Deprecated: it will be removed on <time>${sunset}</time>.</p>`}
      <p>${prose(description)}</p>
      ${parameters && html`<h3>Parameters</h3>`} ${parameters && fieldList(parameters)}
      ${requestBody && bodyDescription(requestBody)}
      <h3>Responses</h3>
      <dl class="responses">${Object.entries(responses).map(responseEntry)}</dl>
    </div>
    ${tryItForm(endpoint)}
  </section>`;
}

/** The method and the path. */
export function route({ method, path }: Endpoint): Html {
  return html`<code><strong>${method}</strong> ${path}</code>`;
}

function bodyDescription({ description, content }: Body): Html {
  const { schema, example } = content['application/json'];
  return html`<h3>Request body</h3>
    <p>${prose(description)} <code>application/json</code></p>
    ${objectFields(schema)}
    <p class="note">${prose(schema.description ?? '')}</p>
    ${exampleBlock(example)}`;
}

function responseEntry([status, { description, headers = {}, content }]: [string, Response]): Html {
  const isSuccess = status.startsWith('2');
  const { schema, example } = content['application/json'];
  return html`<div>
    <dt class="${isSuccess ? 'good' : 'bad'}">${status}</dt>
    <dd>
      <p>${prose(description)} <span class="quiet">Body: ${schemaLink(schema)}</span></p>
      ${Object.entries(headers).map(
        ([name, header]) => html`<p class="quiet"><code>${name}</code> ${prose(header.description)}</p>`,
      )}
      ${isSuccess && exampleBlock(example)}
    </dd>
  </div>`;
}

/** Links to the schema of a body, or of the items of a list. */
function schemaLink({ items, title }: Schema): Html {
  const name = items?.title ?? title;
  return html`${items && 'array of '}<a href="#schema-${name}">${name}</a>`;
}

function exampleBlock(example: unknown): Html {
  return html`<pre class="example"><code>${JSON.stringify(example, null, 2)}</code></pre>`;
}
