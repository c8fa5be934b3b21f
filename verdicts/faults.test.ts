import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clients } from './clients.ts';

const folder = join(import.meta.dirname, 'faults');
const page = readFileSync(join(import.meta.dirname, 'faults.md'), 'utf8');
const results = JSON.parse(readFileSync(join(import.meta.dirname, 'faults.json'), 'utf8')) as Record<string, object>;
const files = readdirSync(folder);

test.each(files)('%s says what it is, in which client, and who reported one of its kind', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const head = Object.fromEntries(
    Array.from(text.matchAll(/^(\w+): (.+)$/gm), ([, key = '', value = '']) => [key, value] as const),
  );
  expect(head).toMatchObject({
    title: expect.any(String) as unknown,
    client: expect.toBeOneOf(clients.map(({ id }) => id)) as unknown,
    report: expect.stringMatching(/^https:\/\/github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+$/) as unknown,
  });
  expect(text).toMatch(/^--- a\/.+\n\+\+\+ b\/.+\n@@ /m);
});

test('a fault has a reason why it was not seen, if it was not', () => {
  const explained = files.filter((file) => /^unseen: /m.test(readFileSync(join(folder, file), 'utf8')));
  expect(explained).toEqual(files.filter((file) => Object.keys(results[file.replace('.diff', '')] ?? {}).length === 0));
});

test('the page of the last run names every fault once', () => {
  const named = Array.from(page.matchAll(/\]\(faults\/(.+?)\)/g), ([, file]) => file);
  expect(named.toSorted()).toEqual(files.toSorted());
});
