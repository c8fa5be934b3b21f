// Mistakes in what a client does rarely: it reads an error, repeats a request, goes on after a timeout, or answers two calls at once.
import { gunzipSync } from 'node:zlib';
import type { Mistake } from './mistakes.ts';
import { right } from './right-client.ts';

export const rareMistakes: readonly Mistake[] = [
  // How an error arrives.
  {
    case: 22,
    mistake: 'decompresses successes alone',
    make: () => ({
      decompress: (response) => (response.status < 300 ? right.decompress(response) : response.chunks),
    }),
  },
  {
    case: 20,
    mistake: 'reads the body of an error only if it has a length',
    make: () => ({
      readBody: (response, deadline) =>
        (response.statusCode ?? 0) >= 400 && response.headers['content-length'] === undefined
          ? Promise.resolve([])
          : right.readBody(response, deadline),
    }),
    alsoFails: [19],
    because: 'chunks have no length either',
  },
  {
    case: 24,
    mistake: 'takes the first piece of an error for the whole',
    make: () => ({
      async readBody(response, deadline) {
        const chunks = await right.readBody(response, deadline);
        return (response.statusCode ?? 0) >= 400 ? chunks.slice(0, 1) : chunks;
      },
    }),
    alsoFails: [20],
    because: 'its errors arrive in pieces, too',
  },
  {
    case: 27,
    mistake: 'decompresses an error that has no body',
    make: () => ({
      decompress: (response) =>
        response.status === 503 && response.headers['content-encoding'] === 'gzip'
          ? [gunzipSync(Buffer.concat(response.chunks))]
          : right.decompress(response),
    }),
  },
];
