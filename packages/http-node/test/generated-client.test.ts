// A client generated from the OpenAPI document, as its users would: it compiles, and works against a running server.
import { createPetStore } from '@petstore/core';
import { openApiDocument } from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../src/index.ts';

const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './petstore.ts';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '', headers: { Authorization: 'Bearer key' } });

const created = await client.POST('/pets', { body: { name: 'Rex', categoryId: 1, status: 'sold' } });
const pet: components['schemas']['Pet'] | undefined = created.data;
const listed = await client.GET('/pets', { params: { query: { limit: 1, status: 'sold' } } });
const names: string[] | undefined = listed.data?.map(({ name }) => name);
const got = await client.GET('/pets/{petId}', { params: { path: { petId: pet?.id ?? 0 } } });
const missing = await client.GET('/pets/{petId}', { params: { path: { petId: 99 } } });
const code: string | undefined = missing.error?.code;

export function wrongUses() {
  // @ts-expect-error an unknown status
  void client.GET('/pets', { params: { query: { status: 'lost' } } });
  // @ts-expect-error a limit that is a string
  void client.GET('/pets', { params: { query: { limit: '1' } } });
  // @ts-expect-error a pet without a name
  void client.POST('/pets', { body: { categoryId: 1 } });
}

console.log(JSON.stringify([created.response.status, pet, names, got.data, missing.response.status, code]));
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, 'generated-'));
  const types = astToString(await openapiTS(JSON.stringify(openApiDocument())));
  await writeFile(join(folder, 'petstore.ts'), types);
  await writeFile(join(folder, 'client.ts'), program);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('the generated client compiles, and rejects wrong uses', () => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([join(folder, 'client.ts')], options));
  expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

test('the generated client works against a running server', async () => {
  const storage = createMemoryStorage();
  const store = createPetStore({ storage });
  const server = (await startServer({ store, apiKeys: ['key'], storage }))._unsafeUnwrap();
  try {
    const file = join(folder, 'client.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, server.url]);
    const rex = { id: 1, name: 'Rex', categoryId: 1, status: 'sold' };
    expect(JSON.parse(stdout)).toEqual([201, rex, ['Rex'], rex, 404, 'not_found']);
  } finally {
    (await server.close())._unsafeUnwrap();
  }
});
