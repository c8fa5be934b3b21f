import { parseAddress } from '@petstore/core/internal';

/** Reads a `publicUrl`: the address of a store without `/v1`. Returns `undefined` if it is none. */
export function parsePublicUrl(text: unknown): string | undefined {
  const address = parseAddress(text);
  return address?.endsWith('/v1') === true ? undefined : address;
}
