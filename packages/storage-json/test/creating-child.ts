/* A process to kill: `creating-child.ts FILE` creates pets concurrently until it is killed, and prints each pet once it is stored. */
import { unwrap } from '@petstore/core';
import { writeSync } from 'node:fs';
import { openJsonStorage } from '../src/index.ts';

const storage = await unwrap(openJsonStorage(process.argv[2] ?? ''));
await Promise.all(
  Array.from({ length: 8 }, async (_, creator) => {
    for (let turn = 0; ; turn++) {
      const pet = await unwrap(storage.insert({ name: `Pet ${turn} of ${creator}`, categoryId: 1 }));
      writeSync(1, `${JSON.stringify(pet)}\n`); // synchronously, so that no line is lost with the process
    }
  }),
);
