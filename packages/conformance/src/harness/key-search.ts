import type { Redact } from '@petstore/http';

/** Looks for keys in the texts that an application would show: messages of errors, and stderr. */
export interface KeySearch {
  add(text: string): void;
  /** Returns the texts with a key, redacted, and how many texts there were in all. */
  found(): { readonly withKey: readonly string[]; readonly texts: number };
}

/** Makes an empty search for the keys that `redact` masks. */
export function createKeySearch(redact: Redact): KeySearch {
  const withKey = new Set<string>();
  let texts = 0;
  return {
    add(text) {
      if (text === '') return;
      texts += 1;
      const redacted = redact(text);
      if (redacted !== text) withKey.add(redacted);
    },
    found: () => ({ withKey: [...withKey], texts }),
  };
}
