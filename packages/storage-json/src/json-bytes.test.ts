import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact, skipValue, skipWhitespace } from './json-bytes.ts';

const indentations = fc.constantFrom('', ' ', '\t', '\n', '\r\n  ');

test('a value ends where its text ends, whatever follows', () => {
  const behind = fc.constantFrom('', ',', ']', '}', ' ', '\n', '\0');
  fc.assert(
    fc.property(fc.json(), behind, (value, next) => {
      const text = Buffer.from(value);
      expect(skipValue(Buffer.concat([text, Buffer.from(next)]), 0)).toBe(text.length);
    }),
  );
});

test('a list, an object or a string that breaks off has no end', () => {
  fc.assert(
    fc.property(
      fc.json().filter((value) => /^[["{]/.test(value)),
      fc.nat(),
      (value, at) => {
        const text = Buffer.from(value);
        expect(skipValue(text.subarray(0, at % text.length), 0)).toBe(undefined);
      },
    ),
  );
});

test('nothing is no value', () => {
  for (const text of ['', ',', ']', '}', '\0', ' 1']) expect(skipValue(Buffer.from(text), 0)).toBe(undefined);
});

test('white space ends where something else begins', () => {
  expect(skipWhitespace(Buffer.from(' \t\r\n1 '), 0)).toBe(4);
  expect(skipWhitespace(Buffer.from('  '), 0)).toBe(2);
});

test('compacting drops the white space between tokens and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), indentations, (value, indentation) => {
      const text = JSON.stringify(value, null, indentation);
      expect(compact(Buffer.from(text)).toString()).toBe(JSON.stringify(value));
    }),
  );
  expect(compact(Buffer.from('[ 1.0 , 1e400 ,"\\u0041 \\" " ]')).toString()).toBe('[1.0,1e400,"\\u0041 \\" "]');
  expect(compact(Buffer.from('[ "a string that breaks off')).toString()).toBe('["a string that breaks off');
});
