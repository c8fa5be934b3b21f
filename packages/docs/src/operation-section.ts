import { html, prose, type Html } from '@petstore/http';
import { fieldList, objectFields } from './field-list.ts';
import type { Body, Operation, Schema } from './openapi.ts';
import { tryItForm } from './try-it-form.ts';

/** Shows an operation, and beside it the form that calls it. */
export function operationSection(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const sunset = operation['x-deprecated-sunset'];
  return html`<section id="${operationId}">
    <div>
      <h2>${summary}</h2>
      <p>
        <code><strong>${method}</strong> ${path}</code>
      </p>
      ${sunset && html`<p class="bad">Deprecated: it will be removed on <time>${sunset}</time>.</p>`}
      <p>${prose(description)}</p>
      ${parameters && html`<h3>Parameters</h3>`} ${parameters && fieldList(parameters)}
      ${requestBody && requestDescription(requestBody)}
      <h3>Responses</h3>
      <dl>${Object.entries(responses).map(responseEntry)}</dl>
    </div>
    ${tryItForm(method, path, operation)}
  </section>`;
}

function requestDescription({ description, content }: Body): Html {
  const { schema } = content['application/json'];
  return html`<h3>Request body</h3>
    <p>${prose(description)} ${bodyType(schema)}</p>
    ${objectFields(schema)}`;
}

function responseEntry([status, { description, headers = {}, content }]: [string, Body]): Html {
  const isSuccess = status.startsWith('2');
  const { schema, example } = content['application/json'];
  return html`<dt class="${isSuccess ? 'good' : 'bad'}"><code>${status}</code></dt>
    <dd>
      ${prose(description)} ${bodyType(schema)}
      ${Object.entries(headers).map(
        ([name, header]) => html`<small><code>${name}</code>: ${prose(header.description)}</small>`,
      )}
      ${isSuccess && html`<pre>${JSON.stringify(example, null, 2)}</pre>`}
    </dd>`;
}

/** Links to the schema of a body, or of the items of a list. */
function bodyType({ items, title }: Schema): Html {
  const name = items?.title ?? title;
  return html`<small>JSON, ${items && 'a list of '}<a href="#${name}">${name}</a></small>`;
}
