/** A request target, taken apart. */
export interface Target {
  /** The path as it was sent, for people to read in a log. */
  readonly path: string;
  /**
   * The path's segments, percent-decoded each for itself, so that an encoded slash separates nothing; none where the path
   * does not begin with a slash.
   */
  readonly segments: readonly string[];
  /** The query as it was sent, without its question mark. */
  readonly query: string;
}

/** Takes a request target apart: origin form, and absolute form, whose authority does not matter (RFC 9112, section 3.2). */
export function parseTarget(target: string): Target {
  const origin = target.startsWith('/') ? target : (/^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target);
  const end = origin.search(/[?#]/);
  const path = end === -1 ? origin : origin.slice(0, end);
  const query = origin[end] === '?' ? origin.slice(end + 1) : '';
  const segments = path.startsWith('/') ? path.slice(1).split('/').map(percentDecode) : [];
  return { path, segments, query };
}

/** A parameter of a query. */
export interface QueryParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Takes a query apart, in the order in which it was sent (WHATWG URL, section 5.1): `+` is a space, a parameter without `=`
 * is empty.
 */
export function parseQuery(query: string): readonly QueryParameter[] {
  return query.split('&').map((part) => {
    const equals = part.indexOf('=');
    return equals === -1
      ? { name: formDecode(part), value: '' }
      : { name: formDecode(part.slice(0, equals)), value: formDecode(part.slice(equals + 1)) };
  });
}

function formDecode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** Decodes percent-encoded UTF-8; a text that is none stays as it is, and so matches nothing that it should not. */
function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
