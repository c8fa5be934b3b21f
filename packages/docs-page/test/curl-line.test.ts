import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from '../assets/curl-line.js';

/** What a shell hands to curl. */
function argumentsOf(line: string): readonly string[] {
  const { stdout } = spawnSync('sh', [], { input: `curl() { printf '%s\\0' "$@"; }\n${line}\n`, encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

const url = 'http://127.0.0.1:8080/v1/pets';

test('writes a GET with a key', () => {
  expect(curlLine({ method: 'GET', url, headers: { Authorization: 'Bearer key' }, body: null })).toBe(
    `curl '${url}' \\\n  -H 'Authorization: Bearer key'`,
  );
});

test('names the method if curl would choose another', () => {
  expect(curlLine({ method: 'DELETE', url, headers: {}, body: null })).toBe(`curl -X DELETE '${url}'`);
});

test('passes every body and header to curl unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom("'", '"', '\\', '$(id)', '`id`', '!', '\n', '@', ' ', '-')).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, text, (body, key) => {
      fc.pre(!body.includes('\0') && !key.includes('\0'));
      const line = curlLine({ method: 'POST', url, headers: { Authorization: `Bearer ${key}` }, body });
      expect(argumentsOf(line)).toEqual([url, '-H', `Authorization: Bearer ${key}`, '--data-raw', body]);
    }),
  );
});
