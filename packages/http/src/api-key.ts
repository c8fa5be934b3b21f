/**
 * Whether a value of any kind is an API key that a header can carry, and that can be masked: 1 to 4,096 visible ASCII characters,
 * without spaces. The expression that masks a key of 6,200 characters overflows the stack of V8.
 */
export function isApiKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value);
}
