/** A scheme, a host without credentials, and perhaps a path. A brace in a host would be a variable of an OpenAPI document. */
const isAddress = /^https?:\/\/[^/?#@\\{}\s]+(?:\/[^?#]*)?$/i;

/**
 * Reads the absolute address at which a store is mounted.
 *
 * @returns the address in its normal form, without a slash at its end; `undefined` for any other value
 */
export function parseAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !isAddress.test(text)) return undefined;
  try {
    const { origin, pathname } = new URL(text); // the jsdom of Jest 29 has no URL.canParse
    return `${origin}${pathname.replace(/\/$/, '')}`;
  } catch {
    return undefined;
  }
}
