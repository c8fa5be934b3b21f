import { writeFile } from 'node:fs/promises';
import * as prettier from 'prettier';

/** Writes a generated file as Prettier formats it, if Prettier knows files of this kind. */
export async function writeFormatted(path: string, text: string): Promise<void> {
  const { inferredParser } = await prettier.getFileInfo(path);
  const config = await prettier.resolveConfig(path);
  await writeFile(path, inferredParser === null ? text : await prettier.format(text, { ...config, filepath: path }));
}
