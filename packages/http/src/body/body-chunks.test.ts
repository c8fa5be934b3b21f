import { expect, test } from 'vitest';
import { readUpTo } from './body-chunks.ts';

test.each([
  { chunks: [], bytes: [] },
  { chunks: [[1, 2]], bytes: [1, 2] },
  { chunks: [[1, 2], [], [3]], bytes: [1, 2, 3] },
])('the chunks $chunks are joined in their order', async ({ chunks, bytes }) => {
  const body = (async function* () {
    for (const chunk of chunks) yield await Promise.resolve(Uint8Array.from(chunk));
  })();
  expect(await readUpTo(body, 3)).toEqual({ bytes: Uint8Array.from(bytes), end: 'complete' });
});
