// Opening a pet file, and what it is measured against: reading it, JSON.parse, and zod.
import { readFile } from 'node:fs/promises';
import { openJsonStorage } from 'petstore-kit/json-file';
import { answerQuestions } from '../shared/child.js';
import { petSchema } from '../shared/plain-schemas.js';

const ways = {
  async store(path) {
    const storage = (await openJsonStorage(path))._unsafeUnwrap();
    return (await storage.list({ limit: 100 }))._unsafeUnwrap();
  },
  async parse(path) {
    return petSchema.array().parse(JSON.parse(await readFile(path, 'utf8')).pets);
  },
};

answerQuestions({
  /** Returns the milliseconds that it took. */
  async open({ way, path }) {
    const startedAt = performance.now();
    const pets = await ways[way](path);
    if (pets.length < 100) throw new Error('Pets are missing.');
    return performance.now() - startedAt;
  },
});
