import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newPet } from './sample-pets.js';

/**
 * Makes a folder for the files of a benchmark, inside `bench`: the folder for temporary files may be in memory, where a sync
 * costs nothing. It is removed when the process ends.
 */
export function makeFolder() {
  const folder = mkdtempSync(join(import.meta.dirname, '..', '.files-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a pet file as the store lays it out. */
export async function writePetFile(path, count) {
  const file = createWriteStream(path);
  file.write('{"pets":[');
  for (let index = 0; index < count; index++) {
    const line = `${index === 0 ? '\n' : ',\n'}${JSON.stringify({ id: index + 1, ...newPet(index) })}`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end('\n]}\n');
  await once(file, 'close');
}
