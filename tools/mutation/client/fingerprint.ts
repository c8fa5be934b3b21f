import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files of the right client. */
export const files = ['right-client.ts', 'exchange.ts', 'own-http.ts'] as const;

/** Returns the fingerprint of the sources of the right client, without comments, imports and white space. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const text = readFileSync(new URL(`../../../packages/conformance/test/${file}`, import.meta.url), 'utf8');
    hash.update(text.replace(/^\s*(?:\/\/|\/?\*).*$|^import [^;]*;$/gm, '').replace(/\s+/g, ' '));
  }
  return hash.digest('hex').slice(0, 16);
}
