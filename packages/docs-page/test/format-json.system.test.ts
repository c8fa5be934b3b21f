// Runs in a browser: Node 20 lacks JSON.rawJSON.
import { describeInChromium } from '@petstore/test-support/chromium';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson } from '../assets/format-json.js';

describeInChromium('the JSON of a response', (openPage) => {
  test('is laid out as JSON.stringify does it', async () => {
    const page = await openPage();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
        expect(await page.evaluate(formatJson, JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('is laid out anew if it has white space, and other text stays as it is', async () => {
    const page = await openPage();
    const value = { name: ' a  b ', pets: [1, { a: 2 }] };
    const spaced = ` ${JSON.stringify(value, null, 7)}\r\n`;
    expect(await page.evaluate(formatJson, spaced)).toBe(JSON.stringify(value, null, 2));
    expect(await page.evaluate(formatJson, 'oops, {  not: json')).toBe('oops, {  not: json');
  });

  test('keeps the digits of a number', async () => {
    const page = await openPage();
    expect(await page.evaluate(formatJson, '{"a":9007199254740993,"b":[-0.10e+2]}')).toBe(
      '{\n  "a": 9007199254740993,\n  "b": [\n    -0.10e+2\n  ]\n}',
    );
  });

  test('stays as it is in a browser without JSON.rawJSON, which cannot keep the digits', async () => {
    const page = await openPage();
    await page.evaluate(() => Reflect.deleteProperty(JSON, 'rawJSON'));
    expect(await page.evaluate(formatJson, '{"a":9007199254740993}')).toBe('{"a":9007199254740993}');
  });
});
