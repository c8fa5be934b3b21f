/**
 * Takes the key out of an Authorization header (RFC 6750, section 2.1). The scheme's case does not matter (RFC 9110,
 * section 11.1).
 *
 * @returns the key, visible ASCII without spaces; `undefined` where there is no header, another scheme, or anything but one
 *   key after it, such as the rest of two headers that were joined
 */
export function bearerKey(authorization: string | undefined): string | undefined {
  return authorization?.match(/^bearer +([\x21-\x7e]+)$/i)?.[1];
}
