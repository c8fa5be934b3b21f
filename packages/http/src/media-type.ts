const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const parameters = `;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*)?`;
const jsonType = new RegExp(`^application/json[ \\t]*((?:${parameters})*)$`, 'is');
const everyParameter = new RegExp(parameters, 'gis');
const quotedPair = /\\(.)/gs;

/**
 * Whether a Content-Type is `application/json` in UTF-8 (RFC 9110, section 8.3): parameters are allowed, but a charset
 * can only be utf-8.
 */
export function isJsonMediaType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true; // as nearly every client sends it
  const sent = contentType?.match(jsonType)?.[1];
  if (sent === undefined) return false;
  for (const [, name, value = '', quoted = ''] of sent.matchAll(everyParameter)) {
    const charset = value || quoted.replaceAll(quotedPair, '$1');
    if (name?.toLowerCase() === 'charset' && charset.toLowerCase() !== 'utf-8') return false;
  }
  return true;
}
