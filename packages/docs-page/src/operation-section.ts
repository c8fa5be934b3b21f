import { html, prose, type Html } from '@petstore/http';
import { writeCode } from '../assets/write-code.js';
import { codeBlock } from './code-block.ts';
import { fieldList, objectFields } from './field-list.ts';
import { chooseExample, type Body, type DocumentedOperation, type Schema } from './openapi.ts';
import { exampleBody, tryItForm } from './try-it-form.ts';

/**
 * Shows an operation, and beside it code that calls it and a form that does.
 *
 * @param base the base address of the interface
 */
export function operationSection(method: string, path: string, operation: DocumentedOperation, base: string): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return html`<section id="${operationId}">
    <div>
      <h2>${summary}</h2>
      <p>
        <code><strong>${method}</strong> ${path}</code>
      </p>
      <p>${prose(description)}</p>
      ${parameters && html`<h3>Parameters</h3>`} ${parameters && fieldList(parameters)}
      ${requestBody && requestDescription(requestBody)}
      <h3>Responses</h3>
      <p>In JSON. Each error is an <a href="#Error">Error</a>.</p>
      <dl>
        ${Object.entries(responses).map(([status, body]) => responseEntry(status, body, chooseExample(operation, body)))}
      </dl>
    </div>
    <div class="panel">
      ${codeSamples(operation, `${base}${path}`, exampleBody(operation))} ${tryItForm(method, path, operation)}
    </div>
  </section>`;
}

function requestDescription({ description, content }: Body): Html {
  const { schema } = content['application/json'];
  return html`<h3>Request body</h3>
    <p>${prose(description)} ${bodyType(schema)}</p>
    ${objectFields(schema)}`;
}

/** Describes a response. The bodies of errors are alike, so they are folded. */
function responseEntry(status: string, { description, headers = {}, content }: Body, example: unknown): Html {
  const { schema } = content['application/json'];
  const code = isError(status) && readErrorCode(example);
  const block = codeBlock({
    caption: isError(status) ? 'JSON' : 'Example',
    name: `example of ${status}`,
    code: JSON.stringify(example, null, 2),
  });
  return html`<dt class="${isError(status) ? 'bad' : 'good'}"><code>${status}</code></dt>
    <dd>
      ${code && html`<code>${code}</code><br />`} ${prose(description)} ${!isError(status) && bodyType(schema)}
      ${Object.entries(headers).map(
        ([name, header]) => html`<small><code>${name}</code>: ${prose(header.description)}</small>`,
      )}
      ${
        isError(status)
          ? html`<details>
              <summary>Example <span class="unseen">of ${status}</span></summary>
              ${block}
            </details>`
          : block
      }
    </dd>`;
}

function isError(status: string): boolean {
  return !status.startsWith('2');
}

function readErrorCode(example: unknown): string | undefined {
  const { code } = Object(example) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Links to the schema of a body, or of the items of a list. */
function bodyType({ items, title }: Schema): Html {
  const name = items?.title ?? title;
  return html`<small>JSON, ${items && 'a list of '}<a href="#${name}">${name}</a></small>`;
}

/**
 * Shows code that sends the request of the form as it stands first, one language at a time. Choosing needs no script.
 * `languages.js` applies the choice to all operations, and `try-it.js` makes the code follow the form and the key.
 * `autocomplete="off"`: otherwise a browser restores the choice after Back, once the page is shown.
 *
 * @param url the address of the request
 * @param body its body
 */
function codeSamples(operation: DocumentedOperation, url: string, body: string | undefined): Html {
  const { operationId, summary, 'x-codeSamples': samples } = operation;
  return html`<fieldset>
    <legend><h3>Code</h3></legend>
    ${samples.map(
      ({ label, source }, index) =>
        html`<label>
            <input
              type="radio"
              name="${operationId}-language"
              value="${label}"
              autocomplete="off"
              ${index === 0 && 'checked'}
            />
            ${label}
          </label>
          ${codeBlock({
            caption: 'The request of the form below',
            name: `${label}: ${summary}`,
            kind: 'sample',
            code: writeCode(source, label, { url, key: '', body: body ?? null }),
            sample: { label, source },
          })}`,
    )}
  </fieldset>`;
}
