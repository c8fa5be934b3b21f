import { randomBytes } from 'node:crypto';

/** Makes an API key of 32 hexadecimal digits that nobody can guess. */
export function generateApiKey(): string {
  return randomBytes(16).toString('hex');
}
