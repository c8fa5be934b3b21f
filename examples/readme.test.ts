// Runs every TypeScript snippet of the README as a program of its own: it must print what its comments say.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provideDatabase, type ProvidedDatabase } from '@petstore/storage-postgres/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8');
const snippets = readme.split(/^#+ /m).flatMap((section) => {
  const [heading = ''] = section.split('\n');
  return [...section.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => ({ heading, code }));
});

let database: ProvidedDatabase;
beforeAll(async () => {
  database = await provideDatabase();
}, 60_000);
afterAll(() => database.stop());

describe('the README', () => {
  test('has snippets to run', () => {
    expect(snippets.length).toBeGreaterThan(3);
  });

  test.each(snippets)('prints what it says under “$heading”', async ({ code }) => {
    const file = join(import.meta.dirname, `readme-snippet-${randomUUID()}.ts`);
    await writeFile(file, code);
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=@petstore/source', '--import', 'tsx', file],
        { env: { ...process.env, DATABASE_URL: database.connectionString } },
      );
      const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment);
      expect(stdout.trimEnd().split('\n')).toEqual(promised);
    } finally {
      await rm(file);
    }
  });
});
