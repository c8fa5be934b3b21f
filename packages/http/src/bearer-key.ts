/**
 * Takes the key out of an Authorization header (RFC 6750, section 2.1). The scheme's case does not matter (RFC 9110,
 * section 11.1).
 *
 * @returns the key; `undefined` where there is no header, another scheme or nothing after it
 */
export function bearerKey(authorization: string | undefined): string | undefined {
  const [, key] = /^bearer +(.+)$/is.exec(authorization ?? '') ?? [];
  return key;
}
