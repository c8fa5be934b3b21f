/** A request target, taken apart. */
export interface Target {
  /** The path as it was sent. */
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
}

/**
 * Takes a request target apart: origin form, and absolute form, whose authority does not matter (RFC 9112, section 3.2). A
 * fragment, which the URL of a Request can have, is left out.
 */
export function parseTarget(target: string): Target {
  const fragment = target.indexOf('#');
  const sent = fragment === -1 ? target : target.slice(0, fragment);
  const origin = sent.startsWith('/') ? sent : originForm(sent);
  const end = origin.indexOf('?');
  const path = end === -1 ? origin : origin.slice(0, end);
  const query = end === -1 ? '' : origin.slice(end + 1);
  return { path, query };
}

/**
 * Takes a path apart into its segments, percent-decoded each for itself, so that an encoded slash separates nothing; none
 * where the path does not begin with a slash.
 */
export function segmentsOf(path: string): readonly string[] {
  if (!path.startsWith('/')) return [];
  return path.slice(1).split('/').map(percentDecode);
}

/** Of a URL its path and query, where an empty path is that of the root (RFC 9110, section 4.2.3). */
function originForm(target: string): string {
  const rest = /^https?:\/\/[^/?]*(.*)/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
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
