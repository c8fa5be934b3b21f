/** What an API key must be, for messages. Node refuses a head above 16 KiB. */
export const apiKeyRule = '1 to 4,096 visible ASCII characters without spaces';

/** Whether a value is an API key that fits into a header. */
export function isApiKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value);
}
