// A storage may return the Results of a user's own neverthrow. It needs a build (`npm run build`).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './documents.ts';

const dist = join(root, 'packages/petstore-kit/dist');

test.each(['6.2', '7.2', '8.1'])('a storage that returns the Results of neverthrow %s compiles', async (version) => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-neverthrow-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'storage.ts');
  await writeFile(file, program);
  const compiled = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    paths: {
      'petstore-kit': [join(dist, 'index.d.ts')],
      'petstore-kit/*': [join(dist, '*.d.ts')],
      'the-own-neverthrow': [join(root, `test/node_modules/neverthrow-${version}`)],
    },
  });
  const messages = ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(messages).toEqual([]);
});

const program = `
import { createPetStore, unwrap, type Pet, type StorageFailure } from 'petstore-kit';
import { storageContract } from 'petstore-kit/contract';
import { createFrozenPet, storageFailure, type PetStorage } from 'petstore-kit/storage';
import { errAsync, ok, okAsync, ResultAsync } from 'the-own-neverthrow';

let closed = false;
const failure = storageFailure('It is closed.', undefined, 'not_created');
const read = (): ResultAsync<readonly Pet[], StorageFailure> => (closed ? errAsync(failure) : okAsync([]));

export const open = (): PetStorage => ({
  insert: (newPet) => (closed ? errAsync(failure) : okAsync(createFrozenPet(1, newPet))),
  findById: () => read().map(([pet]) => pet),
  list: read,
  close: async () => ok(undefined),
});
export const pets: Promise<readonly Pet[]> = unwrap(createPetStore({ storage: open() }).listPets());
export const closing: Promise<void> = unwrap(open().close());
export const checking = storageContract.map((check) => check.run({ open }));
`;
