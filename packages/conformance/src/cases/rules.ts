import type { RecordedRequest } from '@petstore/testing';
import { hasKey, isRedacted, readCreation, type Rule, show } from '../player/requests.ts';

const isCreation: Rule['appliesTo'] = ({ operation, method }) => operation === 'createPet' && method === 'POST';

export const rules = {
  noQuery: {
    about: 'creation or get',
    appliesTo: ({ operation }) => operation === 'createPet' || operation === 'getPet',
    findMismatch: ({ method, path, query }) => (query === '' ? undefined : `It sent ${method} ${path}?${query}.`),
  },
  contentType: {
    about: 'creation',
    appliesTo: isCreation,
    findMismatch({ headers }) {
      const type = headers['content-type'];
      if (/^\s*application\/json\s*(?:;|$)/i.test(type ?? '')) return undefined;
      return type === undefined ? 'It sent no Content-Type.' : `It sent Content-Type: ${type}.`;
    },
  },
  noStatus: {
    about: 'creation with a JSON object',
    appliesTo: isObjectCreation,
    findMismatch: (request) =>
      'status' in (readCreation(request) ?? {}) ? `It sent ${show(request.body)}.` : undefined,
  },
  mediaType: {
    about: 'creation with a valid key',
    appliesTo: (request) => isCreation(request) && request.status !== 401,
    findMismatch: ({ status, headers }) =>
      status === 415
        ? `It sent Content-Type: ${headers['content-type'] ?? 'none'}, Content-Encoding: ${headers['content-encoding'] ?? 'none'}, and was answered with 415.`
        : undefined,
  },
  byteOrderMark: {
    about: 'creation with a body',
    appliesTo: (request) => isCreation(request) && Boolean(request.body),
    findMismatch: ({ body = '' }) =>
      body.startsWith('\ufeff') ? `It sent a byte order mark before ${show(body.slice(1))}.` : undefined,
  },
  id: {
    about: 'creation with a JSON object',
    appliesTo: isObjectCreation,
    findMismatch: (request) =>
      readCreation(request)?.id === undefined ? undefined : `It sent the id ${show(readCreation(request)?.id)}.`,
  },
  key: {
    about: 'request with a key',
    appliesTo: hasKey,
    findMismatch({ path, query, headers, body = '' }) {
      if (isRedacted(`${path}?${query}`)) return `It put the key into the URL: ${path}?${query}.`;
      if (isRedacted(body)) return `It put the key into the body: ${show(body)}.`;
      const wrong = Object.entries(headers).find(
        ([name, value]) => isRedacted(value) && !(name === 'authorization' && /^bearer \*\*\*$/i.test(value)),
      );
      return wrong && `It sent the key as ${wrong.join(': ')}.`;
    },
  },
  accept: {
    about: 'request',
    appliesTo: () => true,
    findMismatch({ headers }) {
      const { accept = '' } = headers;
      const ranges = accept.split(',').filter((range) => !/;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i.test(range));
      const isRight =
        accept.trim() === '' || ranges.some((range) => /^\s*(?:\*|application)\/(?:\*|json)\s*(?:;|$)/i.test(range));
      return isRight ? undefined : `It sent Accept: ${accept}.`;
    },
  },
  getBody: {
    about: 'GET',
    appliesTo: ({ method }) => method === 'GET',
    findMismatch: ({ headers }) =>
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
        ? `It sent a GET with a body (Content-Length: ${headers['content-length'] ?? 'none'}).`
        : undefined,
  },
} as const satisfies Readonly<Record<string, Rule>>;

function isObjectCreation(request: RecordedRequest): boolean {
  return isCreation(request) && readCreation(request) !== undefined;
}
