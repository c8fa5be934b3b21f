import { html, type Html } from './html.ts';
import type { Endpoint, Parameter } from './openapi.ts';

/** The form that calls an operation, and places for its request and its response. The script `try-it.js` fills them. */
export function tryItForm({ method, path, operation }: Endpoint): Html {
  const { operationId: id, parameters = [], requestBody } = operation;
  return html`<div class="try-it">
    <h3 id="${id}-try">Try it</h3>
    <form aria-labelledby="${id}-title ${id}-try" data-method="${method}" data-path="${path}">
      ${parameters.map((parameter) => field(id, parameter.name, parameterControl(id, parameter)))}
      ${requestBody && field(id, 'body', bodyControl(id, requestBody.content['application/json'].example))}
      <button type="submit" class="send" aria-keyshortcuts="Control+Enter Meta+Enter">Send ${method}</button>
      <span class="shortcut quiet">Ctrl+Enter</span>
    </form>
    <div class="bar">
      <h4>Request</h4>
      <span class="quiet copied" role="status"></span><button type="button" class="copy">Copy</button>
    </div>
    <pre class="command"><code>curl</code></pre>
    <h4>Response</h4>
    <div class="outcome" role="status">
      <p><span class="quiet">None yet.</span></p>
      <p class="note" hidden>The server asks for a valid key: <a href="#key">type it</a> and send again.</p>
    </div>
    <div class="received" hidden>
      <pre class="response-body" tabindex="0" role="group" aria-label="Response body"></pre>
      <details>
        <summary>Headers</summary>
        <pre class="response-headers"></pre>
      </details>
    </div>
  </div>`;
}

function field(id: string, name: string, control: Html): Html {
  return html`<div class="field">
    <label for="${id}-${name}"><code>${name}</code></label>
    ${control}
  </div>`;
}

function parameterControl(id: string, { name, required, schema }: Parameter): Html {
  const choices = schema.enum;
  if (choices !== undefined) {
    return html`<select id="${id}-${name}" name="${name}">
      ${!required && html`<option value="">any</option>`} ${choices.map((choice) => html`<option>${choice}</option>`)}
    </select>`;
  }
  // A text field sends whatever is typed: people also try what the server refuses.
  return html`<input
    id="${id}-${name}"
    name="${name}"
    ${required && 'required'}
    autocomplete="off"
    spellcheck="false"
  />`;
}

function bodyControl(id: string, example: unknown): Html {
  return html`<textarea id="${id}-body" rows="6" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea>`;
}
