import { describe, expect, test } from 'vitest';
import { isJsonMediaType } from './media-type.ts';

describe('a Content-Type', () => {
  test.each([
    ...['application/json', 'APPLICATION/JSON', 'application/json;', 'application/json ; ', 'application/json;;; ;'],
    ...['application/json;charset=utf-8', 'application/json; charset=UTF-8', 'application/json; CHARSET="Utf-8"'],
    ...[
      'application/json; charset="ut\\f-8"',
      'application/json; profile="a;charset=utf-16"',
      'application/json;v=1;w=2',
    ],
    ...['application/json; profile="\\""; charset=utf-8', 'application/json;\tcharset=utf-8'],
  ])('is JSON in UTF-8: %s', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(true);
  });

  test.each([
    undefined,
    ...['', 'application', 'application/', 'json', 'text/json', 'application/jsonx', 'application/json5', '*/*'],
    ...['application/json+ld', 'application/json/x', 'application/json x', ' application/json', 'application / json'],
    ...[
      'application/json, text/html',
      'application/json; charset',
      'application/json; charset=',
      'application/json; ="x"',
    ],
    ...['application/json; charset=utf8', 'application/json; charset=utf-16', 'application/json; charset="utf-16"'],
    ...['application/json; charset = utf-8', "application/json; charset='utf-8'", 'application/json; charset="utf-8'],
    ...['application/json; charset=utf-8; charset=latin1', 'application/json; charset=""', 'application/json; a b'],
  ])('is not: %s', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(false);
  });

  test.each([
    ['semicolons', ';'.repeat(500_000)],
    ['semicolons and spaces', '; '.repeat(250_000)],
    ['spaces', ' '.repeat(500_000)],
    ['parameters', ';a=b'.repeat(100_000)],
    ['quoted parameters', ';a="b;c"'.repeat(50_000)],
    ['a long name', `;${'a'.repeat(500_000)}`],
    ['a long value', `;a=${'b'.repeat(500_000)}`],
    ['a quoted value without an end', `;a="${'b'.repeat(500_000)}`],
    ['backslashes in a quoted value without an end', `;a="${'\\'.repeat(500_000)}`],
    ['quoted values without an end', ';a="'.repeat(100_000)],
  ])('that is half a million characters of %s and ends badly is refused, and soon', (_what, tail) => {
    expect(isJsonMediaType(`application/json${tail}\u0000`)).toBe(false);
  });
});
