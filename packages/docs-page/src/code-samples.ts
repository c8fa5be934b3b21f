import { html, type Html } from '@petstore/http';
import { codeBlock } from './code-block.ts';
import { anyBase, type Operation } from './openapi.ts';

/**
 * Shows the samples of an operation, one language at a time. Choosing needs no script. `languages.js` applies the choice to all
 * operations. `autocomplete="off"`: otherwise a browser restores the choice after Back, once the page is shown, and moves what is
 * below.
 */
export function codeSamples({ operationId, summary, 'x-codeSamples': samples }: Operation, base: string): Html {
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
            caption: 'Replace YOUR_API_KEY.',
            name: `${label}: ${summary}`,
            kind: 'sample',
            code: source.replaceAll(anyBase, () => base),
          })}`,
    )}
  </fieldset>`;
}
