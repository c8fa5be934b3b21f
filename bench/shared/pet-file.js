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
  for (let place = 0; place < count; place++) {
    const line = `${place === 0 ? '\n' : ',\n'}${JSON.stringify({ id: place + 1, ...newPet(place) })}`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end('\n]}\n');
  await once(file, 'close');
}
