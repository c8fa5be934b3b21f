// Runs every TypeScript snippet of the documents as a program of its own: it must print what its comments say.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provideDatabase, type ProvidedDatabase } from '@petstore/test-support/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOfDocuments, promisedBy, snippetsIn } from './documents.ts';

let database: ProvidedDatabase;
beforeAll(async () => {
  database = await provideDatabase();
}, 60_000);
afterAll(() => database.stop());

test.each(snippetsIn('ts'))('$path prints what it says under $heading', async ({ code }) => {
  const file = join(import.meta.dirname, `snippet-${randomUUID()}.ts`);
  await writeFile(file, code.replace(databaseOfDocuments, database.connectionString));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=@petstore/source',
      '--import',
      'tsx',
      file,
    ]);
    expect(stdout.split('\n').slice(0, -1)).toEqual(promisedBy(code));
  } finally {
    await rm(file);
  }
});
