import { randomBytes } from 'node:crypto';

/**
 * Makes a random API key of 32 hexadecimal digits. It is in this package because it uses `node:crypto`: `http` has no `node:`
 * import.
 */
export function generateApiKey(): string {
  return randomBytes(16).toString('hex');
}
