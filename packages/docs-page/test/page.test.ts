import { expect, test } from 'vitest';
import { anyBase } from '@petstore/http';
import { renderPage } from '../src/page.ts';

test('no text of the OpenAPI document becomes markup of the page at /docs', () => {
  const evil = '</pre><script>alert(1)</script>"\'`<img src=x>`';
  const schema = { title: evil, type: evil, description: evil, enum: [evil] };
  const body = {
    description: evil,
    content: { 'application/json': { schema, examples: { [evil]: { value: evil } } } },
  };
  const operation = {
    operationId: evil,
    summary: evil,
    description: evil,
    'x-deprecated-sunset': evil,
    parameters: [{ name: evil, in: evil, description: evil, required: true, schema }],
    requestBody: body,
    responses: { [evil]: { ...body, headers: { [evil]: { description: evil } } } },
    'x-codeSamples': [{ label: evil, source: `${evil}${anyBase}${evil}` }],
  };
  const document = {
    info: { version: evil },
    paths: { [evil]: { [evil]: operation } },
    components: { schemas: { [evil]: { description: evil, properties: { [evil]: schema } } } },
  };
  const page = renderPage(document, `http://${evil}`, true);
  expect(page).not.toMatch(/<script>|<img src=x/i);
});
