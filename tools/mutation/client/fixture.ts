// The right client as the run gets it: over node:http, or over its own HTTP.
import { createOwnExchange } from '../../../packages/conformance/test/own-http.ts';
import { createFixture } from '../../../packages/conformance/test/right-client.ts';

const isOwn = process.env.OWN_HTTP === 'true'; // set when it is bundled

/** Makes the fixture. */
export function makeFixture() {
  return isOwn ? createFixture(() => ({ exchange: () => createOwnExchange({}) })) : createFixture();
}
