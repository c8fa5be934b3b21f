// Runs each code sample of the document against a server with the pets of the examples.
import { createPetStore, unwrap } from '@petstore/core';
import { startServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createPet, getPet, listPets } from '../src/index.ts';
import { createCodeSamples } from '../src/openapi/code-samples.ts';
import { readDocument } from './read-document.ts';

/** The file and the command that run a sample, by language. */
const runners = {
  Shell: { file: 'sample.sh', command: ['sh', 'sample.sh'], needs: ['curl', '--version'] },
  JavaScript: { file: 'sample.mjs', command: [process.execPath, 'sample.mjs'], needs: [process.execPath, '--version'] },
  Python: { file: 'sample.py', command: ['python3', 'sample.py'], needs: ['python3', '--version'] },
  Go: { file: 'sample.go', command: ['go', 'run', 'sample.go'], needs: ['go', 'version'] },
} as const;

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mimi', categoryId: 2, status: 'pending' },
] as const;

/** What the reply of each operation has. */
const answers = {
  listPets: [pets[0]],
  createPet: { id: 3, name: 'Bella', categoryId: 3, status: 'sold' },
  getPet: pets[0],
};

for (const [language, { file, command, needs }] of Object.entries(runners)) {
  const [program = '', ...args] = needs;
  test.skipIf(spawnSync(program, args).status !== 0)(
    `the samples in ${language} do what they say (this test needs ${program === process.execPath ? 'Node' : program})`,
    async () => {
      const storage = createMemoryStorage({ pets });
      const server = await startServer({ store: createPetStore({ storage }), apiKeys: ['YOUR_API_KEY'] });
      onTestFinished(async () => void (await unwrap(server).close()));
      const folder = await mkdtemp(join(tmpdir(), 'petstore-samples-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      for (const operation of [listPets, createPet, getPet]) {
        const samples = createCodeSamples(operation, unwrap(server).url);
        const sample = samples.find(({ lang }) => lang === language);
        await writeFile(join(folder, file), sample?.source ?? '');
        const [runner = '', ...parameters] = command;
        const env = { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '' };
        const { stdout } = await promisify(execFile)(runner, parameters, { cwd: folder, env });
        // The languages print objects differently, but with the same words and numbers.
        expect(findWords(stdout)).toEqual(expect.arrayContaining(findWords(JSON.stringify(answers[operation.name]))));
      }
    },
  );
}

test('the OpenAPI document has a sample of each operation in each language, with the address of the server', () => {
  const { paths } = readDocument();
  const documented = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const operation of documented) {
    const samples = (operation as { readonly 'x-codeSamples'?: readonly { lang: string; source: string }[] })[
      'x-codeSamples'
    ];
    expect(samples?.map(({ lang }) => lang)).toEqual(Object.keys(runners));
    for (const { source } of samples ?? []) expect(source).toContain('http://127.0.0.1:8080/v1/pets');
  }
});

// A client chooses the address: it is the Host of its request.
const hostile = `http://a'$(id)'b.example/"\\\`$HOME\nb`;

test('the address in a code sample of the OpenAPI document is one text of its language, whatever is in it', () => {
  const samples = createCodeSamples(listPets, hostile).map(({ lang, source }) => [lang, source] as const);
  const { Shell = '', JavaScript = '', Python = '', Go = '' } = Object.fromEntries(samples);
  const wanted = `${hostile}/pets?limit=20&status=available`;
  const inShell = /^curl (.*?) \\\n {2}--header/s.exec(Shell)?.[1] ?? '';
  expect(spawnSync('sh', ['-c', `printf %s ${inShell}`]).stdout.toString()).toBe(wanted);
  const inJavaScript = /fetch\((.*), \{/.exec(JavaScript)?.[1] ?? '';
  const printed = spawnSync(process.execPath, ['-e', `process.stdout.write(${inJavaScript})`]).stdout.toString();
  expect(printed).toBe(wanted);
  expect(/Request\(\n +(.*),\n/.exec(Python)?.[1]).toBe(inJavaScript); // both languages read it alike
  expect(Go).toContain(JSON.stringify(wanted));
});

function findWords(text: string): string[] {
  return text.match(/\w+/g) ?? [];
}
