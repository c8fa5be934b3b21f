import { createTestFetch } from '@petstore/testing';

// Only the stall keeps this process alive: the timer of the signal does not.
for (const fault of ['STALL_HEADERS', 'STALL_BODY'] as const) {
  const { url, apiKey, fetch, close } = createTestFetch({ script: [{ fault }] });
  const options = { headers: { Authorization: `Bearer ${apiKey}` }, signal: AbortSignal.timeout(20) };
  await fetch(`${url}/pets`, options)
    .then((response) => response.text())
    .catch((error: unknown) => {
      console.log(fault, (error as Error).name);
    });
  void close();
}
