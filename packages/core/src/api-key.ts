/** Whether a value of any kind is an API key that a header can carry: visible ASCII characters, without spaces. */
export function isApiKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
