// test/matrix.test.ts looks at Node, Bun and Deno.
import { describeInChromium } from '@petstore/test-support/chromium';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { apiKey, response, startWrongServer } from './wrong-server.ts';

/** Serves a page, answers lists, and closes the connection of a creation. */
const startServer = (headersOfLists = '') =>
  startWrongServer((socket, request) => {
    if (request.startsWith('POST')) socket.destroy();
    else if (request.startsWith('GET /v1')) socket.write(response(200, '[]', headersOfLists));
    else socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>');
  });

async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { createClient } from '@petstore/client';`, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    globalName: 'petstore',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

// If Chromium stops repeating, these tests fail. Then change the table in docs/client.md.
describeInChromium('a creation whose connection breaks, in Chromium', (openPage) => {
  test.each([
    ['on a new connection is sent once', 'Connection: close\r\n', 1],
    ['on a connection that is used again is sent twice: Chromium repeats it', '', 2],
  ])('%s', async (_title, headersOfLists, times) => {
    const server = await startServer(headersOfLists);
    const page = await openPage();
    await page.goto(server.baseUrl.replace('/v1', '/'));
    await page.addScriptTag({ content: await bundleClient() });
    const code = await page.evaluate(`(async () => {
      const client = petstore.createClient({ baseUrl: '${server.baseUrl}', apiKey: '${apiKey}' });
      await client.listPets();
      return (await client.createPet({ name: 'Rex', categoryId: 1 })).error.code;
    })()`);
    expect(code).toBe('transport_failure');
    expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(times);
  });
});
