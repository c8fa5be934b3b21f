import type { Redact } from '@petstore/http';

/** Looks for keys in the texts that an application would show: messages of errors, and stderr. */
export interface KeySearch {
  add(text: string): void;
  /** Returns the texts with a key, redacted, and how many texts there were in all. */
  found(): { readonly withKey: readonly KeyFinding[]; readonly texts: number };
}

/** A text with a key. */
export interface KeyFinding {
  /** The text, redacted. */
  readonly text: string;
  /** What the client was asked and answered before. */
  readonly context: string;
}

/**
 * Makes an empty search for the keys that `redact` masks.
 *
 * @param describeContext returns what the client was asked and answered last
 */
export function createKeySearch(redact: Redact, describeContext: () => string): KeySearch {
  const withKey: KeyFinding[] = [];
  let texts = 0;
  return {
    add(text) {
      if (text === '') return;
      texts += 1;
      const redacted = redact(text);
      if (redacted !== text) withKey.push({ text: redacted, context: describeContext() });
    },
    found: () => ({ withKey, texts }),
  };
}
