import type { Operation } from './operations/operation.ts';
import { operations } from './operations/operations.ts';

/** What the method and the target of a request lead to. */
export interface Route {
  /** The path as it was sent. */
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
  /** Whether the path is under the base, where every request needs a key. */
  readonly isUnderBase: boolean;
  /** The path beside the base, with encoded letters as letters: `/docs` of `/api/docs` if the base is `/api/v1`; absent for all others. */
  readonly outsidePath?: string | undefined;
  /** The methods of the path, as in an Allow header; absent if the interface has no such path. */
  readonly allow?: string;
  /** The operation of the method; absent if the path has none. */
  readonly operation?: Operation | undefined;
  /** The parameters of the path by name. Reserved characters stay encoded: a number, the only parameter, has none. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Makes the function that finds the route of a method and a request target (docs/interface.md, part 4). A path with a trailing
 * slash is another path. An encoded slash does not separate segments.
 */
export function createRouter(base: string): (method: string, target: string) => Route {
  const paths = [...new Set(operations.map(({ path }) => path))].map((path) => {
    const ofPath = operations.filter((operation) => operation.path === path);
    return {
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      methods: new Map<string, Operation>(ofPath.map((operation) => [operation.method, operation])),
      allow: formatAllow(ofPath),
    };
  });
  const before = base.slice(0, base.lastIndexOf('/'));
  return (method, target) => {
    const { path, plainPath, query } = splitTarget(target);
    const isUnderBase = plainPath === base || plainPath.startsWith(`${base}/`);
    if (isUnderBase) {
      for (const { pattern, methods, allow } of paths) {
        const match = pattern.exec(plainPath.slice(base.length));
        if (match === null) continue;
        const operation = methods.get(method === 'HEAD' ? 'GET' : method);
        return { path, query, isUnderBase, allow, operation, parameters: match.groups ?? {} };
      }
    }
    const isOutside = !isUnderBase && plainPath.startsWith(`${before}/`);
    const outsidePath = isOutside ? plainPath.slice(before.length) : undefined;
    return { path, query, isUnderBase, outsidePath, parameters: {} };
  };
}

/**
 * Splits a request target into its path and its query, both as they were sent, the query without its question mark. `plainPath` is the
 * path with encoded letters as letters: compare this one.
 *
 * The target has origin form or absolute form (RFC 9112, section 3.2). The authority does not matter. An empty path is that of the
 * root (RFC 9110, section 4.2.3). The URL of a Request may have a fragment: it is left out.
 */
export function splitTarget(target: string): Pick<Route, 'path' | 'query'> & { readonly plainPath: string } {
  const originForm = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const end = originForm.indexOf('#');
  const text = end === -1 ? originForm : originForm.slice(0, end);
  const mark = text.indexOf('?');
  const path = mark === -1 ? text : text.slice(0, mark);
  return { path, plainPath: decodeUnreserved(path), query: mark === -1 ? '' : text.slice(mark + 1) };
}

/** Writes the methods of operations for an Allow header. Where GET is possible, so is HEAD (RFC 9110, section 9.3.2). */
export function formatAllow(some: readonly Operation[]): string {
  const methods = some.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)].join(', ');
}

/** Decodes the characters that mean the same encoded or not: letters, digits and `-._~` (RFC 3986, section 6.2.2.2). */
export function decodeUnreserved(path: string): string {
  return path.includes('%') ? path.replace(encodedUnreservedPattern, decodeURIComponent) : path;
}

const encodedUnreservedPattern = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
