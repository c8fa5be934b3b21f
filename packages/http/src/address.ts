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

/** Finds the address at which a client reached the store, without `/v1`; `undefined` if it is not known. */
export type FindAddress = (request: { readonly baseUrl?: string | undefined }) => string | undefined;

/** Makes the function that finds the address at which a client reached the store. */
export function createAddressFinder({
  publicUrl,
  basePath,
}: {
  readonly publicUrl?: string | undefined;
  readonly basePath: string;
}): FindAddress {
  return ({ baseUrl }) => publicUrl ?? parseAddress(baseUrl && `${baseUrl}${basePath}`);
}
