// The pet store as a route of Next's app router: save it as app/api/petstore/[...path]/route.ts.
import { createFetchHandler, createMemoryStorage, createPetStore } from 'petstore-kit';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createFetchHandler({ store, apiKeys: ['my-key'], basePath: '/api/petstore' });

// Next passes its parameters as a second argument, where a fetch takes its options.
const handle = (request: Request) => petStore(request);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
