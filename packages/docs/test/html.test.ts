import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, prose } from '../src/html.ts';
import { renderPage } from '../src/page.ts';

test('escapes every string that is put into a template', () => {
  expect(html`<a title="${'"><b>'}">${"<i>'&"}</a>`.text).toBe(
    '<a title="&#34;&#62;&#60;b&#62;">&#60;i&#62;&#39;&#38;</a>',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.text).not.toMatch(/[<>"']|&(?!#)/);
    }),
  );
});

test('inserts HTML as it is, joins lists, and leaves out false and undefined', () => {
  expect(html`<p>${[html`<b>${1}</b>`, 'x', false, undefined, ['&']]}</p>`.text).toBe('<p><b>1</b>x&#38;</p>');
  expect(html`${prose('a `<b>` c')}`.text).toBe('a <code>&#60;b&#62;</code> c');
});

test('no text of the document becomes markup of the page', () => {
  const evil = '</pre><script>alert(1)</script>"\'`<img src=x>`';
  const schema = { title: evil, type: evil, description: evil, enum: [evil] };
  const body = { description: evil, content: { 'application/json': { schema, example: evil } } };
  const operation = {
    operationId: evil,
    summary: evil,
    description: evil,
    'x-deprecated-sunset': evil,
    parameters: [{ name: evil, in: evil, description: evil, required: true, schema }],
    requestBody: body,
    responses: { [evil]: { ...body, headers: { [evil]: { description: evil } } } },
  };
  const document = {
    info: { version: evil },
    paths: { [evil]: { [evil]: operation } },
    components: { schemas: { [evil]: { description: evil, properties: { [evil]: schema } } } },
  };
  const page = renderPage(document, `http://${evil}`);
  expect(page).not.toMatch(/<script>|<img src=x/i);
});
