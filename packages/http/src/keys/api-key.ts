/** What an API key must be, for messages. Node refuses a head above 16 KiB. */
export const apiKeyRule = '1 to 4,096 visible ASCII characters without spaces';

/** Makes a random API key of 32 hexadecimal digits. */
export function generateApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a value is an API key that fits into a header. */
export function isApiKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value);
}
