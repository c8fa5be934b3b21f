// The pet store behind Mock Service Worker: code under test that calls the global `fetch` needs no change.
// In a test file: beforeAll(() => server.listen({ onUnhandledRequest: 'error' })) and afterAll(() => server.close()).
import { createFetchHandler, createMemoryStorage, createPetStore } from 'petstore-kit';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createFetchHandler({ store, apiKeys: ['my-key'], basePath: '/api/petstore' });

export const server = setupServer(
  http.all('https://pets.example/api/petstore/*', ({ request }) => petStore(request)),
  http.get('https://pets.example/health', () => HttpResponse.text('ok\n')),
);
