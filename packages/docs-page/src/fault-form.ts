import { STATUS_CODES } from 'node:http';
import type { DocumentedOperation } from './openapi.ts';
import { html, type Html } from './html.ts';

const statuses = [503, 500, 429, 401, 400, 404];

/** The form of a server with sessions: it lets the next request for `/v1` fail or wait. The script `faults.js` makes it work. */
export function faultForm(
  operations: readonly { method: string; path: string; operation: DocumentedOperation }[],
): Html {
  return html`<section id="faults">
    <h2>Let the next request fail</h2>
    <form aria-label="Let the next request fail">
      <label>
        The next
        <select name="operation">
          ${operations.map(
            ({ method, path, operation }) => html`<option value="${operation.operationId}">${method} ${path}</option>`,
          )}
          <option value="">request</option>
        </select>
      </label>
      <label>
        gets
        <select name="status">
          ${statuses.map((status) => html`<option value="${status}">${status} ${STATUS_CODES[status]}</option>`)}
          <option value="">its own response</option>
        </select>
      </label>
      <label>after <input name="seconds" type="number" min="0" max="9999" step="any" value="0" required /> s</label>
      <button>Set</button>
      <button type="button" class="copy">Clear all</button>
    </form>
    <output>Pending: nothing.</output>
  </section>`;
}
