/** The max length of a text in an error. A server may send any number of characters. */
const maxLength = 500;

/** Truncates a text for an error. Redact it first: otherwise a part of the API key could remain at its end. */
export function truncate(text: string): string {
  return text.slice(0, maxLength);
}

/** Truncates the message of an error. */
export function truncateMessage<E extends { readonly message: string }>(error: E): E {
  const { message } = error;
  return message.length > maxLength ? { ...error, message: `${truncate(message)}…` } : error;
}
