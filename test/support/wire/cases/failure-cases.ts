import type { WireCase, WireRequest } from '../wire-case.ts';
import { authorized, error, json, post, sunset } from './parts.ts';

const operations: readonly (readonly [
  name: string,
  request: WireRequest,
  headers: Readonly<Record<string, string>>,
])[] = [
  ['a list', authorized('GET', '/v1/pets'), json],
  ['a creation', post('{"name":"Rex","categoryId":1}'), json],
  ['a pet', authorized('GET', '/v1/pets/1'), sunset],
];

/** Failures of the storage, and defects. The reply shows nothing of the cause. */
export const failureCases: readonly WireCase[] = operations.flatMap(([name, request, headers]): readonly WireCase[] => [
  {
    name: `${name} from a storage that fails is answered with 503`,
    setup: { storage: 'failing' },
    request,
    expect: error(503, 'storage_failure', 'Try again later', headers),
  },
  {
    name: `${name} from a storage that throws is answered with 503`,
    setup: { storage: 'defective' },
    request,
    expect: error(503, 'storage_failure', 'Try again later', headers),
  },
  {
    name: `${name} is answered with 500 if the function of keys throws`,
    setup: { keys: 'defective' },
    request,
    expect: error(500, 'internal_error', 'defect', headers),
  },
]);
