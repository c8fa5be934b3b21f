import { err, errAsync, ok, okAsync } from 'neverthrow';
import { expect, expectTypeOf, test } from 'vitest';
import { notFound, storageFailure } from './errors.ts';
import { unwrap } from './unwrap.ts';

const cause = new Error('ENOSPC');
const failure = storageFailure('The file cannot be written.', cause);

function unwrapNow(): unknown {
  return unwrap(err(failure));
}

async function unwrapLater(): Promise<unknown> {
  const late = okAsync().andThen(() => errAsync(failure));
  return await unwrap(late);
}

test('unwrap returns the value of an Ok', async () => {
  expect(unwrap(ok(1))).toBe(1);
  expect(await unwrap(okAsync(1))).toBe(1);
  expectTypeOf(unwrap(ok(1))).toEqualTypeOf<number>();
  expectTypeOf(unwrap(okAsync(1))).toEqualTypeOf<Promise<number>>();
});

test.each([
  ['a Result', unwrapNow],
  ['a ResultAsync', unwrapLater],
])(
  'unwrap of %s throws an Error with the fields of the Err, and the line of the call in its stack',
  async (_kind, call) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ message: 'The file cannot be written.', code: 'storage_failure', cause });
    expect((error as Error).stack).toContain(call.name);
  },
);

test.each([5, null, undefined, { url: 'a' }])('unwrap says that %j is not a Result', async (value) => {
  const untyped = unwrap as (value: unknown) => unknown;
  expect(() => untyped(value)).toThrow(/^unwrap takes a Result/);
  await expect(untyped(Promise.resolve(value))).rejects.toThrow(/^unwrap takes a Result/);
});

test('unwrap adds no cause if the Err has none', () => {
  expect(() => unwrap(err(notFound('No pet has the id 7.')))).toThrow(
    expect.toSatisfy((error: object) => !Object.hasOwn(error, 'cause')) as object,
  );
});
