import { segmentsOf } from './target.ts';
import { createPet, getPet, listPets, type Operation } from './operations.ts';

/** The methods of a path, and the operation behind each. */
type Methods = Readonly<Partial<Record<'GET' | 'POST', Operation>>>;

/** Where a path leads. */
export interface Route {
  /** Whether the path is under `/v1`, where everything requires a key. */
  readonly underBase: boolean;
  /** The methods of the path; absent where the interface has no such path. */
  readonly methods?: Methods;
  /** The segment that stands for `{petId}`; empty where the path has none. */
  readonly petId: string;
}

const petsMethods: Methods = { GET: listPets, POST: createPet };
const petMethods: Methods = { GET: getPet };

const petsRoute: Route = { underBase: true, methods: petsMethods, petId: '' };
const petPath = /^\/v1\/pets\/([0-9]+)$/;

/**
 * Finds the route of a path (docs/interface.md, part 4). A trailing slash makes another path. A path as nearly every
 * client sends it is not taken apart first.
 */
export function routeOf(path: string): Route {
  if (path === '/v1/pets') return petsRoute;
  const petId = petPath.exec(path)?.[1];
  if (petId !== undefined) return { underBase: true, methods: petMethods, petId };
  return routeOfSegments(segmentsOf(path));
}

/** As {@link routeOf}, for a path that has been taken apart. */
export function routeOfSegments(segments: readonly string[]): Route {
  const [base, collection, petId = ''] = segments;
  const underBase = base === 'v1';
  if (!underBase || collection !== 'pets') return { underBase, petId: '' };
  if (segments.length === 2) return { underBase, methods: petsMethods, petId };
  if (segments.length === 3 && petId !== '') return { underBase, methods: petMethods, petId };
  return { underBase, petId: '' };
}

/** Finds the operation of a method on a route; HEAD is answered as GET is (RFC 9110, section 9.3.2). */
export function operationOf(route: Route, method: string): Operation | undefined {
  if (method === 'GET' || method === 'HEAD') return route.methods?.GET;
  return method === 'POST' ? route.methods?.POST : undefined;
}

/** The value of an Allow header for a path. */
export function allowedMethods(methods: Methods): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
}
