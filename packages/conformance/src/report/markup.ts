import { Html, html, type HtmlPart } from '@petstore/docs-page';
import { printable } from '../observation/text.ts';

/** Makes HTML or XML from a template as `html` does, and also shows the characters that XML does not allow, as `\u001b`. */
export function markup(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return html(template, ...parts.map(makePrintable));
}

function makePrintable(part: HtmlPart): HtmlPart {
  if (typeof part === 'string') return printable(part);
  return typeof part === 'object' && !(part instanceof Html) ? part.map(makePrintable) : part;
}
