import { fieldList } from './field-list.ts';
import { html, prose, type Html } from './html.ts';
import { resolve, type Body, type Endpoint, type OpenApi, type Parameter, type Response } from './openapi.ts';
import { fieldsOf, schemaLink } from './schema-section.ts';
import { tryItForm } from './try-it-form.ts';

/** Shows an operation, and beside it the form that calls it. */
export function operationSection(openApi: OpenApi, endpoint: Endpoint): Html {
  const { operationId: id, summary, description, parameters, requestBody, responses } = endpoint.operation;
  const { 'x-deprecated-sunset': sunset } = endpoint.operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="reading">
      <h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
      <p class="route">${route(endpoint)}</p>
      ${
        sunset &&
        html`<p class="deprecation"><strong>Deprecated</strong> It will be removed on <time>${sunset}</time>.</p>`
      }
      <p>${prose(description)}</p>
      ${parameters && parameterList(openApi, parameters)} ${requestBody && bodyDescription(openApi, requestBody)}
      <h3>Responses</h3>
      <dl class="responses">
        ${Object.entries(responses).map(([status, response]) => responseEntry(openApi, status, response))}
      </dl>
    </div>
    ${tryItForm(openApi, endpoint)}
  </section>`;
}

/** The method and the path. */
export function route({ method, path }: Endpoint): Html {
  return html`<span class="method method-${method.toLowerCase()}">${method}</span> <code>${path}</code>`;
}

function parameterList(openApi: OpenApi, parameters: readonly Parameter[]): Html {
  const fields = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    place,
    required,
    schema: { ...resolve(openApi, schema), description },
  }));
  return html`<h3>Parameters</h3>
    ${fieldList(fields)}`;
}

function bodyDescription(openApi: OpenApi, { description, content }: Body): Html {
  const body = content['application/json'];
  const schema = resolve(openApi, body.schema);
  return html`<h3>Request body</h3>
    <p>${prose(description)} <code>application/json</code></p>
    ${fieldList(fieldsOf(openApi, schema))}
    <p class="note">${prose(schema.description ?? '')}</p>
    ${example(body.example)}`;
}

function responseEntry(openApi: OpenApi, status: string, { description, headers = {}, content }: Response): Html {
  const isSuccess = status.startsWith('2');
  const body = content['application/json'];
  const headerEntries = Object.entries(headers).map(
    ([name, header]) => html`<li><code>${name}</code> ${prose(header.description)}</li>`,
  );
  return html`<div>
    <dt class="${isSuccess ? 'good' : 'bad'}">${status}</dt>
    <dd>
      <p>${prose(description)} <span class="quiet">Body: ${schemaLink(openApi, body.schema)}</span></p>
      ${
        headerEntries.length > 0 &&
        html`<ul class="header-list quiet">
          ${headerEntries}
        </ul>`
      }
      ${isSuccess && example(body.example)}
    </dd>
  </div>`;
}

function example(value: unknown): Html {
  return html`<pre class="example"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
