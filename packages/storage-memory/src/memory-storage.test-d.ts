import { expectTypeOf, test } from 'vitest';
import type { MemoryStorageOptions } from './index.ts';

test('an option may be undefined, which is the same as absent', () => {
  expectTypeOf<MemoryStorageOptions>({ pets: undefined });
});
