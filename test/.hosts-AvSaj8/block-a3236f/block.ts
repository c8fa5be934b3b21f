import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createFetchHandler } from 'petstore-kit';

const petStore = createFetchHandler({ apiKeys: ['my-key'], basePath: '/api/petstore' });
export const server = setupServer(http.all('https://pets.example/api/petstore/*', ({ request }) => petStore(request)));

server.listen({ onUnhandledRequest: 'error' });
const headers = { Authorization: 'Bearer my-key' };
const response = await fetch('https://pets.example/api/petstore/v1/pets', { headers });
console.log(response.status); // 200
server.close();
