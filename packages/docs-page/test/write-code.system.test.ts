import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { writeCode } from '../assets/write-code.js';
import { anyBase } from '@petstore/http';
import { readDocument } from '../src/openapi.ts';

/** The samples of the operation that has a body. */
const samples = readDocument().paths['/pets']?.post?.['x-codeSamples'] ?? [];
const url = 'http://127.0.0.1:8080/v1/pets';

/** Writes a creation in a language. */
function write(language: string, body: string, key: string, value = '1'): string {
  const source = samples.find(({ label }) => label === language)?.source ?? '';
  return writeCode(source, language, { url, key, headers: [['X-Name', value]], body });
}

/** Text with what a shell or a language may take for something else. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom("'", '"', '\\', '$(id)', '`id`', '!', '\n', '@', ' ', '-', '{"', 'YOUR_API_KEY', `'${anyBase}'`),
    )
    .map((parts) => parts.join('')),
);

test('the code of the page passes every body, key and header to curl unchanged', () => {
  fc.assert(
    fc.property(text, text, text, (body, key, value) => {
      fc.pre(!`${body}${key}${value}`.includes('\0') && key !== '');
      const input = `curl() { printf '%s\\0' "$@"; }\n${write('curl', body, key, value)}\n`;
      const { stdout } = spawnSync('sh', [], { input, encoding: 'utf8' });
      const json = ['--header', 'Content-Type: application/json'];
      const headers = ['--header', `X-Name: ${value}`, '--header', `Authorization: Bearer ${key}`];
      const expected = ['--request', 'POST', url, ...headers, ...json];
      expect(stdout.split('\0').slice(0, -1)).toEqual([...expected, '--data-raw', body]);
    }),
  );
});

test('the code of the page passes every body, key and header to fetch unchanged', () => {
  fc.assert(
    fc.property(text, text, text, (body, key, value) => {
      fc.pre(key !== '');
      const calls: unknown[] = [];
      const code = write('JavaScript', body, key, value)
        .replace('await fetch', 'call')
        .replace(/^console.*$/m, '');
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- to run what was written
      new Function('call', code)((...parameters: unknown[]) => calls.push(...parameters));
      const headers = { 'X-Name': value, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      expect(calls).toEqual([url, { method: 'POST', headers, body }]);
    }),
  );
});

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'the code of the page passes every body, key and header to Python unchanged (this test needs python3)',
  () => {
    const cases = fc.sample(
      fc.tuple(
        text,
        text.filter((key) => key !== ''),
        text,
      ),
      50,
    );
    const programs = cases.map((values) => write('Python', ...values).split('\nwith ')[0]);
    const script = [
      'import json, sys',
      'for program in json.load(sys.stdin):',
      '    names = {}',
      '    exec(program, names)',
      "    request = names['request']",
      "    print(json.dumps([request.full_url, request.data.decode(), request.headers['Authorization'], request.headers['X-name']]))",
    ].join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(programs),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const read = stdout.trim().split('\n');
    expect(read.map((line) => JSON.parse(line) as unknown)).toEqual(
      cases.map(([body, key, value]) => [url, body, `Bearer ${key}`, value]),
    );
  },
);

test('the code of the page keeps YOUR_API_KEY without a key, and writes Go with one line a text', () => {
  const code = write('Go', '{\n"name":"`"}', '');
  expect(code).toContain('"Bearer YOUR_API_KEY"');
  expect(code).toContain('request.Header.Set("X-Name", "1")\n\trequest.Header.Set("Authorization"');
  expect(code).toContain(String.raw`strings.NewReader("{\n\"name\":\"` + '`' + String.raw`\"}")`);
});
