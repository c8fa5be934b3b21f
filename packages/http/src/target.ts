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
  const [withoutFragment = ''] = target.split('#', 1);
  const origin = withoutFragment.startsWith('/') ? withoutFragment : originForm(withoutFragment);
  const end = origin.indexOf('?');
  return end === -1 ? { path: origin, query: '' } : { path: origin.slice(0, end), query: origin.slice(end + 1) };
}

/** The path and the query of a URL; an empty path is that of the root (RFC 9110, section 4.2.3). */
function originForm(target: string): string {
  const rest = /^https?:\/\/[^/?]*(.*)/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
