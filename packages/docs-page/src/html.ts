/** HTML or XML that is already escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value in a template: a string is escaped, a list is joined, and `false` and `undefined` are left out. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/**
 * Makes HTML from a template, and escapes every string in it, in attributes too. The escapes are also valid in XML.
 *
 * @example
 * ```ts
 * html`<p title="${name}">${pets.map((pet) => html`<b>${pet.name}</b>`)}</p>`.text;
 * ```
 */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: template }, ...parts.map(render)));
}

/** Wraps the text between backticks in `code`. */
export function prose(text: string): readonly HtmlPart[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function render(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
