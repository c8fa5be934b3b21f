// The pet store for code that calls undici: what it sends to https://pets.example goes to a server of the test.
// In a test: request(url, { dispatcher: petStoreAgent(server) }), or setGlobalDispatcher(petStoreAgent(server)).
import { Agent, type Dispatcher } from 'undici';

/** Makes a dispatcher. The caller starts and closes the server, and closes the dispatcher. */
export function petStoreAgent(server: { readonly url: string }): Dispatcher {
  const { origin } = new URL(server.url);
  return new Agent().compose(
    (dispatch) => (options, handler) =>
      dispatch(String(options.origin) === 'https://pets.example' ? { ...options, origin } : options, handler),
  );
}
