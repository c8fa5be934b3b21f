import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';

/** The imports of an app with a pet store in memory behind a fetch handler, and a client of it. */
const entry = `export { createClient, createFetchHandler, createMemoryStorage, createPetStore } from 'petstore-kit';`;

/** The code of the app. */
const app = `(async () => {
  const { createClient, createFetchHandler, createMemoryStorage, createPetStore } = petstore;
  const fetch = createFetchHandler({ store: createPetStore({ storage: createMemoryStorage() }), apiKeys: ['my-key'] });
  const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":9007199254740993}';
  const created = await fetch(new Request('http://pets.test/v1/pets', { method: 'POST', headers, body }));
  const listed = await fetch(new Request('http://pets.test/v1/pets', { headers }));
  const pets = await createClient({ baseUrl: 'http://pets.test/v1', apiKey: 'my-key', fetch }).listPets();
  return created.status + ' ' + (await listed.text()) + ' ' + pets.value[0].categoryId;
})()`;

/** Bundles a pet store for browsers from the package that a folder has installed. */
export async function bundleForBrowsers(folder: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    globalName: 'petstore',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Runs a bundle with the globals that every browser has, and nothing of Node. */
export async function runInBrowser(bundle: string): Promise<unknown> {
  const context = createContext({
    AbortController,
    Headers,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    clearTimeout,
    performance,
    setTimeout,
    Uint8Array,
  });
  runInContext(bundle, context);
  return await (runInContext(app, context) as Promise<unknown>);
}
