import { writeCode } from '../assets/write-code.js';
import { codeBlock } from './code-block.ts';
import { fieldList, objectFields } from './field-list.ts';
import { chooseExample, type Body, type DocumentedOperation, type Schema } from './openapi.ts';
import { exampleBody, tryItForm } from './try-it-form.ts';
import { html, prose, type Html } from './html.ts';

/** Shows an operation, and beside it a form that calls it, and code that does. */
export function operationSection(method: string, path: string, operation: DocumentedOperation, baseUrl: string): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => !isErrorStatus(status));
  const errors = Object.keys(responses).filter(isErrorStatus).join(', ');
  return html`<section id="${operationId}">
    <div>
      <h2>${summary}</h2>
      <p>
        <code><strong>${method}</strong> ${path}</code> <a class="try" href="#try-${operationId}">Try it</a>
      </p>
      <p>${prose(description)}</p>
      ${parameters && html`<h3>Parameters</h3>`} ${parameters && fieldList(parameters)}
      ${requestBody && requestDescription(requestBody)}
      <h3>Responses</h3>
      <dl>${successes.map(([status, body]) => responseEntry(status, body, [chooseExample(operation, body)]))}</dl>
      <p>Errors: <a href="#errors">${errors}</a></p>
    </div>
    <div class="panel">
      ${tryItForm(method, path, operation)} ${codeSamples(operation, `${baseUrl}${path}`, exampleBody(operation))}
    </div>
  </section>`;
}

function requestDescription({ description, content }: Body): Html {
  const { schema } = content['application/json'];
  return html`<h3>Request body</h3>
    <p>${prose(description)} ${bodyType(schema)}</p>
    ${objectFields(schema)}`;
}

/** Describes the errors of all operations, each once, with every example. */
export function errorSection(operations: readonly DocumentedOperation[]): Html {
  const responses = operations.flatMap((operation) => Object.entries(operation.responses));
  const errors = Object.fromEntries(responses.filter(([status]) => isErrorStatus(status)));
  const examples = (status: string) => {
    const bodies = responses.flatMap(([other, body]) => (other === status ? [body] : []));
    const byName = Object.fromEntries(
      bodies.flatMap(({ content }) => Object.entries(content['application/json'].examples)),
    );
    return Object.values(byName).map(({ value }) => value);
  };
  return html`<section id="errors">
    <div>
      <h2>Errors</h2>
      <p>Each has the body <a href="#Error">Error</a>.</p>
      <dl>${Object.entries(errors).map(([status, body]) => responseEntry(status, body, examples(status)))}</dl>
    </div>
  </section>`;
}

function responseEntry(
  status: string,
  { description, headers = {}, content }: Body,
  examples: readonly unknown[],
): Html {
  const { schema } = content['application/json'];
  const code = isErrorStatus(status) && (examples[0] as { readonly code?: string }).code;
  return html`<dt class="${isErrorStatus(status) ? 'bad' : 'good'}"><code>${status}</code></dt>
    <dd>
      ${code && html`<code>${code}</code><br />`} ${prose(description)} ${!isErrorStatus(status) && bodyType(schema)}
      ${Object.entries(headers).map(
        ([name, header]) => html`<small><code>${name}</code>: ${prose(header.description)}</small>`,
      )}
      ${codeBlock({
        caption: 'Example',
        name: `example of ${status}`,
        code: examples.map((example) => JSON.stringify(example, null, 2)).join('\n\n'),
      })}
    </dd>`;
}

function isErrorStatus(status: string): boolean {
  return !status.startsWith('2');
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
            caption: 'The request of the form',
            name: `${label}: ${summary}`,
            kind: 'sample',
            code: writeCode(source, label, { url, key: '', body: body ?? null }),
            sample: { label, source },
          })}`,
    )}
  </fieldset>`;
}
