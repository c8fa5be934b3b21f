import { printable } from './printable.ts';

/** HTML or XML that is already escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: a string is escaped, a list is joined, and `false` and `undefined` are left out. */
export type MarkupPart = Markup | string | number | false | undefined | readonly MarkupPart[];

/** Makes HTML or XML from a template, and escapes every string in it. The escapes are valid in both, in attributes too. */
export function markup(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(textOf)));
}

function textOf(part: MarkupPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return printable(String(part)).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
