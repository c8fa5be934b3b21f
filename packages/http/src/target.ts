/** A request target, taken apart. */
export interface Target {
  /** The path as it was sent. */
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
}

/**
 * Splits a request target into its path and its query: origin form, and absolute form, whose authority does not matter
 * (RFC 9112, section 3.2). A fragment, which the URL of a Request can have, is left out.
 */
export function parseTarget(target: string): Target {
  const [, path = '', query = ''] =
    /^([^?#]*)\??([^#]*)/.exec(target.startsWith('/') ? target : originForm(target)) ?? [];
  return { path, query };
}

/** The path and the query of a URL; an empty path is that of the root (RFC 9110, section 4.2.3). */
function originForm(target: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
