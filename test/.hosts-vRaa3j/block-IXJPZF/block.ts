import { createFetchHandler } from 'petstore-kit';

const petStore = createFetchHandler({ apiKeys: ['my-key'], basePath: '/api/petstore' });

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
