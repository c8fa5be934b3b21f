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

/** Whether a value of any kind is a host as a Host header has it, without a port: a name, an IPv4 address, or an IPv6 address in brackets. */
export function isHost(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[\w.-]{1,253}|\[[\da-f:.]+\])$/i.test(value);
}
