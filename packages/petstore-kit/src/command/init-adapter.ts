import { err, ResultAsync, type Result } from '@petstore/core';
import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const run = 'npx petstore-kit conformance run --command';

/** Node before 22.18 needs tsx to run TypeScript. */
const hasTypes = Boolean((process.features as { readonly typescript?: unknown }).typescript);
const [install, node] = hasTypes ? ['', 'node'] : ['npm install --save-dev tsx && ', 'npx tsx'];

/** The command that builds the adapter of each language and judges its client. */
const commands = {
  go: `go build -o adapter . && ${run} ./adapter`,
  javascript: `${run} "node adapter.mjs"`,
  java: `javac -d classes *.java && ${run} "java -cp classes Adapter"`,
  php: `${run} "php adapter.php"`,
  python: `${run} "python3 adapter.py"`,
  ruby: `${run} "ruby adapter.rb"`,
  rust: `cargo build && ${run} target/debug/petstore-adapter`,
  shell: `${run} "bash adapter.sh"`,
  typescript: `${install}${run} "${node} adapter.ts"`,
};

export const languages = Object.keys(commands).sort();

/** What is in a folder of the examples, and is no part of the adapter to begin with. */
const notToCopy = /^petstore-client|[.](?:expected|lock)$/;

/**
 * Copies the adapter of a language. Overwrites no file: it writes nothing if one of the names is taken.
 *
 * @param examples the folder with a folder for each language
 * @returns what to do next; else a sentence that says why nothing was copied
 */
export async function initAdapter(language: string, examples: string, folder: string): Promise<Result<string, string>> {
  const entries = await readdir(join(examples, language), { withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.isFile() && !notToCopy.test(entry.name) ? entry.name : []));
  const taken = new Set(await readdir(folder).catch(() => [])); // copying says what is wrong with the folder
  const first = files.find((file) => taken.has(file));
  if (first !== undefined) return err(`${first} is here already, so nothing was written.`);
  const copies = files.map((file) =>
    copyFile(join(examples, language, file), join(folder, file), constants.COPYFILE_EXCL),
  );
  const [adapter = '', protocol = ''] = [/^adapter/i, /^protocol/i].map((part) =>
    files.find((file) => part.test(file)),
  );
  return ResultAsync.fromPromise(Promise.all(copies), (error) => (error as Error).message).map(
    () =>
      `Written: ${files.join(', ')}\n\n` +
      `${adapter} calls a client that works. Let it call yours; ${protocol} stays as it is. Then judge your client:\n\n` +
      `  ${commands[language as keyof typeof commands]}\n`,
  );
}
