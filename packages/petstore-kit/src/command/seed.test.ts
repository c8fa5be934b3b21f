import { unwrap } from '@petstore/core';
import { expect, test } from 'vitest';
import { createExamplePets } from './example-pets.ts';
import { readSeed } from './seed.ts';

test('a number makes that many example pets', async () => {
  expect(await unwrap(readSeed('12'))).toEqual(createExamplePets(12));
});

test.each(['12pets', 'pets12', '-1'])('%s is the name of a file, whose error names it', async (name) => {
  expect((await readSeed(name))._unsafeUnwrapErr().message).toMatch(
    new RegExp(`^The seed file .*${name} cannot be read`),
  );
});
