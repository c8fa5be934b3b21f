import { codeBlock } from './code-block.ts';
import { chooseExample, type Field, type DocumentedOperation } from './openapi.ts';
import { html, type Html } from './html.ts';

/** The form that calls an operation, and places for the response. The script `try-it.js` changes them. */
export function tryItForm(method: string, path: string, operation: DocumentedOperation): Html {
  const { operationId, summary, parameters = [] } = operation;
  const body = exampleBody(operation);
  return html`<form id="try-${operationId}" aria-label="Try it: ${summary}" data-method="${method}" data-path="${path}">
    <h3>Try it</h3>
    ${parameters.map((parameter) => html`<label><code>${parameter.name}</code> ${control(parameter)}</label>`)}
    ${
      body &&
      html`<label>
        <code>body</code>
        <textarea rows="5" spellcheck="false">${body}</textarea>
      </label>`
    }
    <label>
      <code>Header</code>
      <input class="header" placeholder="Name: value" pattern="[^:]+:.*" autocomplete="off" spellcheck="false" />
    </label>
    <button title="Ctrl+Enter" aria-keyshortcuts="Control+Enter Meta+Enter">Send ${method}</button>
    with the <a href="#key">API key</a>
    <h3>Response</h3>
    <output>None yet.</output>
    <div class="received" hidden>
      <small class="cost"></small>
      ${codeBlock({ caption: 'Body', name: 'response body', kind: 'body', code: '' })}
      <details>
        <summary>Headers</summary>
        ${codeBlock({ caption: 'As a script sees them', name: 'response headers', kind: 'headers', code: '' })}
      </details>
    </div>
  </form>`;
}

/** The body with which the form begins. */
export function exampleBody(operation: DocumentedOperation): string | undefined {
  return operation.requestBody && JSON.stringify(chooseExample(operation, operation.requestBody), null, 2);
}

function control({ name, required, schema }: Field): Html {
  if (schema.enum !== undefined) {
    return html`<select name="${name}">
      ${!required && html`<option value="">any</option>`}
      ${schema.enum.map((choice) => html`<option>${choice}</option>`)}
    </select>`;
  }
  // A text field sends whatever is typed: people also try what the server refuses.
  return html`<input name="${name}" ${required && 'required'} autocomplete="off" spellcheck="false" />`;
}
