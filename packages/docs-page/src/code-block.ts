import { html, type Html, type HtmlPart } from './html.ts';

interface CodeBlock {
  /** What it is, above the code. */
  readonly caption: string;
  /** Its name for a screen reader, which also names its button. */
  readonly name: string;
  readonly code: HtmlPart;
  /** The class of the code: how it is shown, and for the scripts that change it. */
  readonly kind?: 'address' | 'sample' | 'body' | 'headers';
  /** The sample of the document that the code was made from. */
  readonly sample?: { readonly label: string; readonly source: string };
}

/** Shows code with a button. `copy.js` lets it copy the code. Code that scrolls can be reached with the keyboard. */
export function codeBlock({ caption, name, code, kind, sample }: CodeBlock): Html {
  const scrolls = html`class="${kind}" tabindex="0" role="group" aria-label="${name}"`;
  return html`<figure>
    <figcaption>${caption}</figcaption>
    <button type="button" class="copy"><span aria-live="polite">Copy</span><span class="unseen"> ${name}</span></button>
    <pre ${kind && scrolls} ${sample && html`data-language="${sample.label}" data-source="${sample.source}"`}>
${code}</pre>
  </figure>`;
}
