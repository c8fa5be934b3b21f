import { parseJson } from '@petstore/core';
import { redactedKey, type HttpRequest, type Redact } from '@petstore/http';

/** Redacts keys in a path, but not in the path of the interface: a key may be `pets` or `v1`. */
export function redactPath(path: string, redact: Redact): string {
  const [, before, known, after] = /^(.*?)(\/v1(?:\/pets)?(?=\/|$))(.*)$/s.exec(path) ?? [];
  if (before === undefined || known === undefined || after === undefined) return redact(path);
  return `${redact(before)}${known}${redact(after)}`;
}

/** Redacts keys in a body. In JSON, only strings are redacted: redacting the number `1` would break the syntax. */
function redactBody(body: string, redact: Redact): string {
  if (body.length > 1_000_000) return redact(body); // a string of 8 million characters overflows the stack of the pattern
  return parseJson(removeByteOrderMark(body)).isOk() ? body.replace(/"(?:[^"\\]|\\.?)*(?:"|$)/g, redact) : redact(body);
}

export function redactHeaders(headers: HttpRequest['headers'], redact: Redact): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      redact(name),
      redact(name === 'authorization' || name === 'proxy-authorization' ? redactAuthorization(value) : value),
    ]),
  );
}

/** Redacts the credentials of an Authorization header, valid or not. The scheme stays. */
function redactAuthorization(value: string): string {
  return /^\S+\s/.test(value) ? value.replace(/^(\S+)\s.*$/s, `$1 ${redactedKey}`) : redactedKey;
}

/** Makes the fields of a body. Keys are ASCII, so they are redacted in a body that is not UTF-8 too. */
export function describeBody(
  bytes: Uint8Array,
  redact: Redact,
): { readonly body: string; readonly bodyBase64?: string } {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString();
  if (Buffer.from(text).equals(buffer)) return { body: redactBody(text, redact) };
  const redacted = Buffer.from(redact(buffer.toString('latin1')), 'latin1');
  return { body: redact(text), bodyBase64: redacted.toString('base64') };
}

export function removeByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
