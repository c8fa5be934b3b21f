import { html, type Html } from '@petstore/http';
import { writeCode } from '../assets/write-code.js';
import { codeBlock } from './code-block.ts';
import type { DocumentedOperation } from './openapi.ts';

/**
 * Shows code that sends the request of the form as it stands first, one language at a time. Choosing needs no script.
 * `languages.js` applies the choice to all operations, and `try-it.js` makes the code follow the form and the key.
 * `autocomplete="off"`: otherwise a browser restores the choice after Back, once the page is shown.
 *
 * @param url the address of the request
 * @param body its body
 */
export function codeSamples(operation: DocumentedOperation, url: string, body: string | undefined): Html {
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
