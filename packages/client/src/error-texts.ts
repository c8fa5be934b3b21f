/** The max length of a text in an error: a server may send any number of characters. */
const maxLength = 500;

/** Bounds a text of an error. The API key is taken out before, or half of it could remain at the end. */
export function bound(text: string): string {
  return text.slice(0, maxLength);
}

/** Bounds the message of an error. */
export function boundMessage<E extends { readonly message: string }>(error: E): E {
  const { message } = error;
  return message.length > maxLength ? { ...error, message: `${bound(message)}…` } : error;
}
