import type { Redact } from './redact.ts';

/** The most characters of a text in an error: a server may send any number. */
const longestText = 500;

/** Makes a function that bounds the texts of an error, and takes the API key out of them: a server may send it back. */
export function createErrorCleaner(redact: Redact) {
  const clean = (text: string) => {
    const redacted = redact(text); // first, or half of the key could remain at the end
    return redacted.length > longestText ? `${redacted.slice(0, longestText)}…` : redacted;
  };
  return <E extends { readonly message: string; readonly body?: string }>(error: E): E => ({
    ...error,
    message: clean(error.message),
    ...(error.body !== undefined && { body: redact(error.body).slice(0, longestText) }),
  });
}
