import { bundleProgram } from '@petstore/test-support/program';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './documents.ts';
import { startInstalledCommand } from './installed-command.ts';

/** The API key of the server. */
export const apiKey = 'my-key';

let bundle: Promise<string> | undefined;

/**
 * Starts `petstore-kit --seed 2`, whose pets are those of the examples in the OpenAPI document. It is killed when the test ends.
 *
 * @returns its address, such as `http://127.0.0.1:49152`
 */
export async function startDescribedServer(): Promise<string> {
  bundle ??= bundleProgram(join(root, 'packages/petstore-kit/src/main.ts'), {
    assets: join(root, 'packages/docs-page/assets'),
  });
  const line = `petstore-kit --port 8080 --storage memory --seed 2 --api-key ${apiKey} --log none`;
  const { address } = await startInstalledCommand(tmpdir(), line, [process.execPath, await bundle]);
  return `http://${address}`;
}
