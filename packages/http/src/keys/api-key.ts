/** What an API key must be, for messages. */
export const apiKeyRule = '1 to 4,096 visible ASCII characters without spaces';

/**
 * Whether a value is an API key that fits into a header. The limit exists
 * because the expression that masks a key of 6,200 characters overflows the stack of V8.
 */
export function isApiKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value);
}
