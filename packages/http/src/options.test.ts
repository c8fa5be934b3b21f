import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, expect, test } from 'vitest';
import { createHandler } from './handler.ts';

const store = createPetStore({ storage: createMemoryStorage() });
const required = { store, apiKeys: ['key'] };

describe('creating a handler', () => {
  test.each<readonly [option: string, wrong: readonly unknown[]]>([
    ['store', [null, {}, 'store', { ...store, getPet: undefined }]],
    ['maxBodyBytes', [0, -1, 1.5, NaN, Infinity, '65536', null, 2 ** 53]],
    ['cors', ['*', 0, 1, null, {}]],
    [
      'deprecatedSince',
      [null, ...[new Date(NaN), 0, { getTime: () => 0 }].map((getPet) => ({ getPet })), { listPets: new Date() }],
    ],
    ['onRequest', [null, true, 'log', {}]],
    ['publicUrl', [null, 7, '', 'pets.example', 'https://pets.example/v1', 'https://pets.example/v1/']],
    ['pages', [null, '/docs', {}, [{ path: 'docs', mediaType: 'text/html', text: '' }]]],
  ])('throws a TypeError that names a wrong %s', (option, wrong) => {
    for (const value of wrong) {
      const create = () => createHandler({ ...required, [option]: value });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(new RegExp(`^${option}\\b`));
    }
  });

  test('throws a TypeError that names an unknown option and the one that was probably meant', () => {
    expect(() => createHandler({ ...required, apiKey: 'key' } as never)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(/^apiKey .*apiKeys\b/) as string }),
    );
  });
});
