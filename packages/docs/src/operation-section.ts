import { example } from './example.ts';
import { fieldList } from './field-list.ts';
import { html, prose, type Html, type HtmlPart } from './html.ts';
import { resolve, type Endpoint, type OpenApi, type Operation, type Response } from './openapi.ts';
import { fieldsOf, schemaLink } from './schema-section.ts';
import { tryItForm } from './try-it-form.ts';

/** Shows an operation, and beside it the form that calls it. */
export function operationSection(openApi: OpenApi, endpoint: Endpoint): Html {
  const { operationId: id, summary = id, description = '', deprecated, responses } = endpoint.operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="reading">
      <h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
      <p class="route">${route(endpoint)}</p>
      ${deprecated && deprecation(endpoint.operation)}
      <p>${prose(description)}</p>
      ${parameters(openApi, endpoint.operation)} ${requestBody(openApi, endpoint.operation)}
      <h3>Responses</h3>
      <dl class="responses">
        ${Object.entries(responses).map(([status, response]) =>
          responseEntry(openApi, status, resolve(openApi, response)),
        )}
      </dl>
    </div>
    ${tryItForm(openApi, endpoint)}
  </section>`;
}

/** The method and the path. */
export function route({ method, path }: Endpoint): Html {
  return html`<span class="method method-${method.toLowerCase()}">${method}</span> <code>${path}</code>`;
}

function deprecation({ 'x-deprecated-sunset': sunset }: Operation): Html {
  return html`<p class="deprecation">
    <strong>Deprecated</strong>
    ${sunset !== undefined && html`It will be removed on <time>${sunset}</time>.`}
  </p>`;
}

function parameters(openApi: OpenApi, { parameters: all = [] }: Operation): HtmlPart {
  const fields = all
    .map((parameter) => resolve(openApi, parameter))
    .map(({ name, in: place, required = false, description = '', schema = {} }) => ({
      name,
      place,
      required,
      schema: { ...resolve(openApi, schema), description },
    }));
  return (
    fields.length > 0 &&
    html`<h3>Parameters</h3>
      ${fieldList(fields)}`
  );
}

function requestBody(openApi: OpenApi, { requestBody: body }: Operation): HtmlPart {
  return Object.entries(body?.content ?? {}).map(([mediaType, { schema = {}, example: value }]) => {
    const resolved = resolve(openApi, schema);
    return html`<h3>Request body</h3>
      <p>${prose(body?.description ?? '')} <code>${mediaType}</code></p>
      ${fieldList(fieldsOf(openApi, resolved))}
      <p class="note">${prose(resolved.description ?? '')}</p>
      ${example(value)}`;
  });
}

function responseEntry(openApi: OpenApi, status: string, { description = '', headers = {}, content = {} }: Response) {
  const isSuccess = status.startsWith('2');
  const names = Object.entries(headers).map(
    ([name, header]) => html`<li><code>${name}</code> ${prose(resolve(openApi, header).description ?? '')}</li>`,
  );
  return html`<div>
    <dt class="${isSuccess ? 'good' : 'bad'}">${status}</dt>
    <dd>
      <p>
        ${prose(description)}
        ${Object.values(content).map(
          ({ schema = {} }) => html`<span class="schema-link">Body: ${schemaLink(openApi, schema)}</span>`,
        )}
      </p>
      ${
        names.length > 0 &&
        html`<ul class="response-names">
          ${names}
        </ul>`
      }
      ${isSuccess && Object.values(content).map(({ example: value }) => example(value))}
    </dd>
  </div>`;
}
