import { bundleProgram } from '@petstore/test-support/program';
import { expect, test } from 'vitest';
import type { docsPages } from '../src/index.ts';

test('in a bundle, which lacks the files of the page at /docs, a server says what to do', async () => {
  const bundle = (await import(await bundleProgram(`${import.meta.dirname}/../src/index.ts`))) as {
    docsPages: typeof docsPages;
  };
  expect(() => bundle.docsPages()).toThrow(
    'The files of the page at /docs cannot be read: start without it, with docs: false.',
  );
});
