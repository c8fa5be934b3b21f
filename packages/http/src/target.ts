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
  const [, origin = target] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  const end = origin.search(/[?#]/);
  const path = end === -1 ? origin : origin.slice(0, end);
  const query = origin[end] === '?' ? origin.slice(end + 1) : '';
  const segments = path.startsWith('/') ? path.slice(1).split('/').map(percentDecode) : [];
  return { path, segments, query };
}

/**
 * Collects the values of some query parameters, in the order in which they were sent (WHATWG URL, section 5.1): `+` is a
 * space, a parameter without `=` is empty.
 */
export function queryValues<Name extends string>(
  query: string,
  names: readonly Name[],
): Record<Name, readonly string[]> {
  const values = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const name = formDecode(equals === -1 ? part : part.slice(0, equals));
    const known = names.find((candidate) => candidate === name);
    if (known !== undefined) values[known].push(equals === -1 ? '' : formDecode(part.slice(equals + 1)));
  }
  return values;
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
