/**
 * Matches a scheme, a host without credentials, and an optional path. It refuses braces, which OpenAPI takes
 * for a variable, and line breaks, which `new URL` removes.
 */
const addressPattern = /^https?:\/\/[^/?#@\\{}\s]+(?:\/[^?#\t\n\r]*)?$/i;

/**
 * Reads the absolute address at which a store is mounted.
 *
 * @returns the normalized address without a slash at its end; `undefined` for any other value
 */
export function parseAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !addressPattern.test(text)) return undefined;
  try {
    const { origin, pathname } = new URL(text); // the jsdom of Jest 29 has no URL.canParse
    return `${origin}${pathname.replace(/\/$/, '')}`;
  } catch {
    return undefined;
  }
}
