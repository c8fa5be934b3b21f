import { html, type Html } from '@petstore/http';
import type { Field, Operation } from './openapi.ts';

/** The form that calls an operation, and places for its request and its response. The script `try-it.js` fills them. */
export function tryItForm(method: string, path: string, { summary, parameters = [], requestBody }: Operation): Html {
  return html`<form aria-label="Try it: ${summary}" data-method="${method}" data-path="${path}">
    <h3>Try it</h3>
    ${parameters.map((parameter) => html`<label><code>${parameter.name}</code> ${control(parameter)}</label>`)}
    ${
      requestBody &&
      html`<label>
        <code>body</code>
        <textarea rows="6" spellcheck="false">
${JSON.stringify(requestBody.content['application/json'].example, null, 2)}</textarea>
      </label>`
    }
    <button title="Ctrl+Enter" aria-keyshortcuts="Control+Enter Meta+Enter">Send ${method}</button>
    with the <a href="#key">API key</a>
    <pre class="command" tabindex="0" role="group" aria-label="Command">curl</pre>
    <button type="button" class="copy" aria-live="polite" disabled>Copy</button>
    <h3>Response</h3>
    <output>None yet.</output>
    <div class="received" hidden>
      <pre class="body" tabindex="0" role="group" aria-label="Response body"></pre>
      <details>
        <summary>Headers</summary>
        <pre class="headers"></pre>
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
