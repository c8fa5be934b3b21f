import { html, type Html } from '@petstore/http';
import { curlLine } from '../assets/curl-line.js';
import { codeBlock } from './code-block.ts';
import type { Field, Operation } from './openapi.ts';

/**
 * The form that calls an operation, with its request as a command, and places for the response. The script `try-it.js`
 * changes them.
 *
 * @param base the base address of the interface
 */
export function tryItForm(method: string, path: string, operation: Operation, base: string): Html {
  const { summary, parameters = [], requestBody } = operation;
  const body = requestBody && JSON.stringify(requestBody.content['application/json'].example, null, 2);
  const command = curlLine({
    method,
    url: `${base}${path}`,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body ?? null,
  });
  return html`<form aria-label="Try it: ${summary}" data-method="${method}" data-path="${path}">
    <h3>Try it</h3>
    ${parameters.map((parameter) => html`<label><code>${parameter.name}</code> ${control(parameter)}</label>`)}
    ${
      body &&
      html`<label>
        <code>body</code>
        <textarea rows="6" spellcheck="false">${body}</textarea>
      </label>`
    }
    <button title="Ctrl+Enter" aria-keyshortcuts="Control+Enter Meta+Enter">Send ${method}</button>
    with the <a href="#key">API key</a>
    ${codeBlock({ caption: 'The same with curl', name: 'command', kind: 'command', code: command })}
    <h3>Response</h3>
    <output>None yet.</output>
    <div class="received" hidden>
      ${codeBlock({ caption: 'Body', name: 'response body', kind: 'body', code: '' })}
      <details>
        <summary>Headers</summary>
        ${codeBlock({ caption: 'As a script sees them', name: 'response headers', kind: 'headers', code: '' })}
      </details>
    </div>
  </form>`;
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
