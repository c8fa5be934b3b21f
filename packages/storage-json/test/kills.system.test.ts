import { unwrap } from '@petstore/core';
import { bundleProgram } from '@petstore/test-support/program';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Pet } from '@petstore/core';
import { expect, test } from 'vitest';
import { close, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const program = await bundleProgram(`${import.meta.dirname}/creating-child.ts`);
const files = 4;

/** After how many acknowledgements to kill a process. At 0, the file may not have its layout yet. */
const moments = [0, 1, 0, 2, 7, 30, 100, 300];

/** A file that takes a while to rewrite, so that some kills interrupt that. */
const byHand = JSON.stringify(
  { pets: Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, name: `kept ${index}`, categoryId: 1 })) },
  null,
  2,
);

test('a pet that was acknowledged survives kill -9 at any moment', async () => {
  await Promise.all(
    Array.from({ length: files }, async (_, file) => {
      const path = await newPath(file % 2 === 0 ? byHand : undefined);
      const acknowledged = new Map<number, string>();
      if (file % 2 === 0) for (let id = 1; id <= 5000; id++) acknowledged.set(id, `kept ${id - 1}`);

      for (const [round, moment] of moments.entries()) {
        for (const { id, name } of await createUntilKilled(path, round, moment)) acknowledged.set(id, name);
        const pets = await reopen(path);
        const names = new Map(pets.map((pet) => [pet.id, pet.name]));
        expect([...acknowledged].filter(([id, name]) => names.get(id) !== name)).toEqual([]);
        expect(new Set(names.values()).size).toBe(pets.length); // no pet is there twice
        // The file may also have pets that were not acknowledged: at most one of each creator. From now on they count as acknowledged.
        expect(pets.length - acknowledged.size).toBeLessThanOrEqual(8);
        for (const pet of pets) acknowledged.set(pet.id, pet.name);
      }
      expect(acknowledged.size).toBeGreaterThanOrEqual(sum(moments));
    }),
  );
});

/** Lets a process create pets, and kills it after some acknowledgements. Returns the pets that it reported. */
async function createUntilKilled(path: string, round: number, moment: number): Promise<readonly Pet[]> {
  const child = spawn(process.execPath, [program, path, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let reported = '';
  for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    reported += chunk;
    const acknowledged = reported.split('\n').length - 2; // the first line says that the file is open
    if (acknowledged >= moment && !child.killed) child.kill('SIGKILL');
  }
  expect((await exited)[1]).toBe('SIGKILL');

  const [opened = '', ...pets] = reported.split('\n').slice(0, -1); // the rest is a line that broke off
  expect(JSON.parse(opened)).toEqual({ opened: true });
  return pets.map((line) => JSON.parse(line) as Pet);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Opens the file of a killed process and closes it again. Returns its pets. */
async function reopen(path: string): Promise<readonly Pet[]> {
  const storage = await open(path);
  const content = JSON.parse(await readFile(path, 'utf8')) as { readonly pets: readonly Pet[] };
  expect(await unwrap(storage.list({ limit: content.pets.length + 1 }))).toEqual(content.pets);
  await close(storage);
  for (const name of await readdir(dirname(path))) expect(name).toMatch(/^pets\.json(\.torn(\.\d+)?)?$/);
  return content.pets;
}
