import { stringifyJson, type Pet } from '@petstore/core';
import type { PetDocument } from './pet-document.ts';

/*
 * The text of a pet file: other members first, then the pets, one to a line, so that new pets replace nothing but the footer.
 *
 *     {"pets":[
 *     {"id":1,"name":"Rex","categoryId":1},
 *     {"id":2,"name":"Bello","categoryId":1}
 *     ]}
 */

/** The end of the text before the first pet; a file without other members begins with `{` and this. */
export const header = '"pets":[';

/** From the last pet to the end of the file. */
export const footer = Buffer.from('\n]}\n');

/** The text of a file without a pet. */
export const emptyFile = Buffer.concat([Buffer.from(`{${header}`), footer]);

/** The most pets in one write, and so the most that a crash can tear. */
export const maximumBatch = 1024;

/** The bytes that add pets after the last one, or after the header if there is none. They replace the footer. */
export function encodePets(pets: readonly Pet[], isFirst: boolean): Buffer {
  return Buffer.from(`${separator(isFirst)}${pets.map(stringifyJson).join(',\n')}${footer.toString()}`);
}

/** The bytes of a whole document. */
export function encodeDocument({ pets, ...others }: PetDocument): Buffer {
  const members = Object.entries(others).map(([key, value]) => `${JSON.stringify(key)}:${stringifyJson(value)},\n`);
  const beforePets = Buffer.from(`{${members.join('')}${header}`);
  return Buffer.concat([beforePets, pets.length === 0 ? footer : encodePets(pets, true)]);
}

export function separator(isFirst: boolean): string {
  return isFirst ? '\n' : ',\n';
}
