import type { WireCase } from '../wire-case.ts';
import { cors, error, json } from './parts.ts';

const headers = { ...json, 'cache-control': 'no-store' };

/** The health check, which is outside `/v1` and needs no key. */
export const healthCases: readonly WireCase[] = [
  ...(['GET', 'HEAD'] as const).map((method): WireCase => ({
    name: `${method} /healthz is a 200 without a key while the store can list its pets`,
    request: { method, path: '/healthz', headers: [] },
    expect: { status: 200, headers, body: method === 'GET' ? '{"status":"ok"}' : '' },
  })),
  {
    name: 'GET /healthz is the 503 of a list while the storage fails',
    setup: { storage: 'failing' },
    request: { method: 'GET', path: '/healthz', headers: [] },
    expect: error(503, 'storage_failure', 'Try again later'),
  },
  {
    name: 'GET /healthz does not depend on the keys',
    setup: { keys: 'defective' },
    request: { method: 'GET', path: '/healthz?verbose', headers: [['Authorization', 'Bearer wrong']] },
    expect: { status: 200, headers, body: '{"status":"ok"}' },
  },
  {
    name: 'GET /healthz has no CORS headers without CORS',
    setup: { cors: false },
    request: { method: 'GET', path: '/healthz', headers: [['Origin', 'https://docs.example']] },
    expect: {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: '{"status":"ok"}',
    },
  },
  {
    name: 'POST /healthz is not possible',
    request: { method: 'POST', path: '/healthz', headers: [] },
    expect: error(405, 'method_not_allowed', 'POST', { ...cors, ...json, allow: 'GET, HEAD' }),
  },
  {
    name: '/healthz/ is not found',
    request: { method: 'GET', path: '/healthz/', headers: [] },
    expect: error(404, 'not_found', 'There is no'),
  },
];
