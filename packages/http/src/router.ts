import type { Operation } from './operations/operation.ts';
import { operations, type KnownOperation } from './operations/operations.ts';

/** Where a request leads. */
export interface Route {
  /** Whether the path is under `/v1`, where everything requires a key. */
  readonly isUnderBase: boolean;
  /** The methods of the path, as an Allow header lists them; absent if the interface has no such path. */
  readonly allow?: string;
  /** The operation of the method; absent if the path has none. */
  readonly operation?: KnownOperation | undefined;
  /** The parameters of the path by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A path of the interface and its operations by method. */
interface Path {
  readonly pattern: RegExp;
  readonly methods: ReadonlyMap<string, KnownOperation>;
  readonly allow: string;
}

const paths: readonly Path[] = [...new Set(operations.map(({ path }) => path))].map((path) => {
  const ofPath = operations.filter((operation) => operation.path === path);
  return {
    pattern: new RegExp(`^/v1${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    methods: new Map(ofPath.map((operation) => [operation.method, operation] as const)),
    allow: allowOf(ofPath),
  };
});

/** The methods of operations, as an Allow header lists them: HEAD is answered as GET is (RFC 9110, section 9.3.2). */
export function allowOf(some: readonly Operation[]): string {
  const methods = some.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)].join(', ');
}

/**
 * Finds the operation of a method and a path (docs/interface.md, part 4). A trailing slash makes another path, and an
 * encoded slash separates nothing.
 */
export function findRoute(method: string, path: string): Route {
  const isEncoded = path.includes('%');
  const normalized = isEncoded ? path.replace(encodedUnreserved, decodeURIComponent) : path;
  if (!/^\/v1(?:\/|$)/.test(normalized)) return { isUnderBase: false, parameters: {} };
  for (const { pattern, methods, allow } of paths) {
    const match = pattern.exec(normalized);
    if (match === null) continue;
    const { groups: parameters = {} } = match;
    if (isEncoded) for (const name in parameters) parameters[name] = decode(parameters[name] ?? '');
    return { isUnderBase: true, allow, operation: methods.get(method === 'HEAD' ? 'GET' : method), parameters };
  }
  return { isUnderBase: true, parameters: {} };
}

/** Encoded letters, digits and `-._~`, which mean the same as the characters themselves (RFC 3986, section 6.2.2.2). */
const encodedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Decodes a parameter. Returns malformed escapes unchanged. */
function decode(parameter: string): string {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
}
