// The limit of the disk: the same bytes in the same batches, each one positioned write and one fdatasync.
import { open } from 'node:fs/promises';
import { answerQuestions } from '../shared/child.js';
import { newPet } from '../shared/sample-pets.js';

let file;
let end = 0;
const line = `,\n${JSON.stringify({ id: 100_000, ...newPet(1) })}`;
const closing = '\n]}\n';

answerQuestions({
  async open({ path }) {
    file = await open(path, 'w');
  },
  /** Returns the microseconds for a pet. */
  async append({ batches }) {
    const bytes = new Map(batches.map((size) => [size, Buffer.from(line.repeat(size) + closing)]));
    const startedAt = performance.now();
    for (const size of batches) {
      const text = bytes.get(size);
      await file.write(text, 0, text.length, end);
      await file.datasync();
      end += text.length - closing.length;
    }
    const pets = batches.reduce((sum, size) => sum + size, 0);
    return ((performance.now() - startedAt) * 1000) / pets;
  },
});
