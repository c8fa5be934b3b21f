import { formatJson } from '../assets/format-json.js';
import { html, type Html } from './html.ts';

/** Shows a JSON value, laid out and coloured. */
export function example(value: unknown): Html {
  const pieces = formatJson(JSON.stringify(value)).map(({ kind, text }) =>
    kind === 'space' || kind === 'punctuation' ? text : html`<span class="json-${kind}">${text}</span>`,
  );
  return html`<pre class="example"><code>${pieces}</code></pre>`;
}
