import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, prose } from './html.ts';

test('html escapes every string that is put into a template', () => {
  expect(html`<a title="${'"><b>'}">${"<i>'&"}</a>`.text).toBe(
    '<a title="&#34;&#62;&#60;b&#62;">&#60;i&#62;&#39;&#38;</a>',
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(html`${text}`.text).not.toMatch(/[<>"']|&(?!#)/);
    }),
  );
});

test('html inserts HTML as it is, joins lists, and leaves out false and undefined', () => {
  expect(html`<p>${[html`<b>${1}</b>`, 'x', false, undefined, ['&']]}</p>`.text).toBe('<p><b>1</b>x&#38;</p>');
  expect(html`${prose('a `<b>` c')}`.text).toBe('a <code>&#60;b&#62;</code> c');
});
