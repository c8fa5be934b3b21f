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
  readonly template: readonly string[];
  readonly methods: ReadonlyMap<string, KnownOperation>;
  readonly allow: string;
}

const paths: readonly Path[] = [...new Set(operations.map(({ path }) => path))].map((path) => {
  const ofPath = operations.filter((operation) => operation.path === path);
  return {
    template: path.slice(1).split('/'),
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
  const [root, base, ...segments] = path.split('/').map(decodeSegment);
  if (root !== '' || base !== 'v1') return { isUnderBase: false, parameters: {} };
  for (const { template, methods, allow } of paths) {
    const parameters = matchTemplate(template, segments);
    if (parameters === undefined) continue;
    const operation = methods.get(method === 'HEAD' ? 'GET' : method);
    return { isUnderBase: true, allow, operation, parameters };
  }
  return { isUnderBase: true, parameters: {} };
}

function matchTemplate(template: readonly string[], segments: readonly string[]): Route['parameters'] | undefined {
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, part] of template.entries()) {
    const segment = segments[i] ?? '';
    if (part.startsWith('{') && segment !== '') parameters[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
}

/** Decodes a segment of a path. Returns malformed escapes unchanged, which match no path. */
function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
