import { formatJson } from '../assets/format-json.js';
import { html, type Html, type HtmlPart } from './html.ts';
import { resolve, type Endpoint, type OpenApi, type Parameter } from './openapi.ts';

/** The form that calls an operation, and places for its request and its response. The script `try-it.js` fills them. */
export function tryItForm(openApi: OpenApi, { method, path, operation }: Endpoint): Html {
  const { operationId: id, parameters = [], requestBody } = operation;
  const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {});
  return html`<div class="try-it">
    <h3 id="${id}-try">Try it</h3>
    <form aria-labelledby="${id}-try" data-method="${method}" data-path="${path}" data-media-type="${mediaType}">
      ${parameters.map((parameter) => parameterField(openApi, id, resolve(openApi, parameter)))}
      ${content && bodyField(id, content.example)}
      <button type="submit" class="send">Send ${method}</button>
    </form>
    <div class="bar">
      <h4>Request</h4>
      <span class="quiet copied" role="status"></span><button type="button" class="copy">Copy</button>
    </div>
    <pre class="command"><code>curl</code></pre>
    <h4>Response</h4>
    <div class="outcome" role="status"><p class="quiet">None yet.</p></div>
    <div class="received"></div>
  </div>`;
}

function parameterField(openApi: OpenApi, id: string, { name, in: place, required, schema = {} }: Parameter): Html {
  const { enum: choices, default: defaultValue } = resolve(openApi, schema);
  if (choices !== undefined) {
    return field(
      `${id}-${name}`,
      name,
      html`<select id="${id}-${name}" name="${name}" data-in="${place}">
        ${required !== true && html`<option value="">any</option>`}
        ${choices.map((choice) => html`<option>${choice}</option>`)}
      </select>`,
    );
  }
  // Whatever is typed is sent: people use this page to see how the server refuses it, too.
  return field(
    `${id}-${name}`,
    name,
    html`<input
      id="${id}-${name}"
      name="${name}"
      data-in="${place}"
      type="text"
      ${required === true && 'required'}
      autocomplete="off"
      spellcheck="false"
      placeholder="${defaultValue ?? (required === true ? '1' : '')}"
    />`,
  );
}

function bodyField(id: string, example: unknown): Html {
  const text = formatJson(JSON.stringify(example))
    .map((piece) => piece.text)
    .join('');
  const rows = text.split('\n').length + 1;
  return field(
    `${id}-body`,
    'Body',
    html`<textarea id="${id}-body" name="body" rows="${rows}" spellcheck="false">${text}</textarea>`,
  );
}

function field(id: string, label: string, control: HtmlPart): Html {
  return html`<div class="field">
    <label for="${id}"><code>${label}</code></label>
    ${control}
  </div>`;
}
