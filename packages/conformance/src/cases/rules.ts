import { maskedKey } from '@petstore/http';
import type { RecordedRequest } from '@petstore/testing';
import { creationOf, shown, type Rule } from '../rule.ts';

const isCreation: Rule['appliesTo'] = ({ operation, method }) => operation === 'createPet' && method === 'POST';

/** Rules about the requests alone: they also apply to a client that is only watched. */
export const rules = {
  path: {
    about: 'request',
    appliesTo: () => true,
    deviationOf: ({ path }) => (path.includes('//') ? `It sent a request to ${path}.` : undefined),
  },
  query: {
    about: 'list',
    appliesTo: ({ operation }) => operation === 'listPets',
    deviationOf({ query }) {
      for (const [name, value] of new URLSearchParams(query)) {
        if (value === '' || value === 'undefined' || value === 'null' || value === 'None') return `It sent ?${query}.`;
        if (name !== 'limit' && name !== 'status') return `It sent the unknown parameter ${name}: ?${query}.`;
      }
      return undefined;
    },
  },
  noQuery: {
    about: 'creation or get',
    appliesTo: ({ operation }) => operation === 'createPet' || operation === 'getPet',
    deviationOf: ({ method, path, query }) => (query === '' ? undefined : `It sent ${method} ${path}?${query}.`),
  },
  contentType: {
    about: 'creation',
    appliesTo: isCreation,
    deviationOf({ headers }) {
      const type = headers['content-type'];
      if (/^\s*application\/json\s*(?:;|$)/i.test(type ?? '')) return undefined;
      return type === undefined ? 'It sent no Content-Type.' : `It sent Content-Type: ${type}.`;
    },
  },
  noStatus: {
    about: 'creation with a JSON object',
    appliesTo: isObject,
    deviationOf: (request) => ('status' in (creationOf(request) ?? {}) ? `It sent ${shown(request.body)}.` : undefined),
  },
  statusIsText: {
    about: 'creation with a JSON object',
    appliesTo: isObject,
    deviationOf(request) {
      const { status = 'available' } = creationOf(request) ?? {};
      return typeof status === 'string' && status !== '' ? undefined : `It sent the status ${shown(status)}.`;
    },
  },
  status: {
    about: 'creation with a status',
    appliesTo: (request) => isObject(request) && statusOf(request) !== undefined,
    deviationOf(request) {
      const [name, value] = statusOf(request) ?? [];
      const isRight = name === 'status' && ['available', 'pending', 'sold'].includes(String(value));
      return isRight ? undefined : `It sent the status as ${shown(name)}: ${shown(value)}.`;
    },
  },
  mediaType: {
    about: 'creation with a valid key',
    appliesTo: (request) => isCreation(request) && request.status !== 401,
    deviationOf: ({ status, headers }) =>
      status === 415
        ? `It sent Content-Type: ${headers['content-type'] ?? 'none'}, Content-Encoding: ${headers['content-encoding'] ?? 'none'}, and was answered with 415.`
        : undefined,
  },
  byteOrderMark: {
    about: 'creation with a body',
    appliesTo: (request) => isCreation(request) && Boolean(request.body),
    deviationOf: ({ body = '' }) =>
      body.startsWith('\ufeff') ? `It sent a byte order mark before ${shown(body.slice(1))}.` : undefined,
  },
  id: {
    about: 'creation with a JSON object',
    appliesTo: isObject,
    deviationOf: (request) =>
      creationOf(request)?.id === undefined ? undefined : `It sent the id ${shown(creationOf(request)?.id)}.`,
  },
  key: {
    about: 'request with a key',
    appliesTo: (request) =>
      isMasked(`${request.path}?${request.query}${request.body}`) || Object.values(request.headers).some(isMasked),
    deviationOf({ path, query, headers, body = '' }) {
      if (isMasked(`${path}?${query}`)) return `It put the key into the URL: ${path}?${query}.`;
      if (isMasked(body)) return `It put the key into the body: ${shown(body)}.`;
      const wrong = Object.entries(headers).find(
        ([name, value]) => isMasked(value) && !(name === 'authorization' && /^bearer \*\*\*$/i.test(value)),
      );
      return wrong && `It sent the key as ${wrong.join(': ')}.`;
    },
  },
  utf8: {
    about: 'creation with more than ASCII',
    // Its body may have escapes instead.
    appliesTo: (request) => isCreation(request) && /[^\0-\x7f]/.test(`${request.body} ${shown(request.json)}`),
    deviationOf({ body = '', json, status }) {
      // Bytes that are not UTF-8 are recorded as U+FFFD. A name may have that character too: the store accepts it.
      if (body.includes('\ufffd') && status === 400) return `It sent bytes that are not UTF-8: ${shown(body)}.`;
      return json === undefined ? `It sent JSON that is cut off, or none: ${shown(body)}.` : undefined;
    },
  },
  accept: {
    about: 'request',
    appliesTo: () => true,
    deviationOf({ headers }) {
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
    deviationOf: ({ headers }) =>
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
        ? `It sent a GET with a body (Content-Length: ${headers['content-length'] ?? 'none'}).`
        : undefined,
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Whether a request is a creation with an object: nothing else can have a field that it must not have. */
function isObject(request: RecordedRequest): boolean {
  return isCreation(request) && creationOf(request) !== undefined;
}

/** Whether a text of a recorded request has the key, which is masked there. */
function isMasked(text: string): boolean {
  return text.includes(maskedKey);
}

/** The field of a creation that is meant as the status, and its value; `undefined` if there is none. */
function statusOf(request: RecordedRequest): readonly [name: string, value: unknown] | undefined {
  const fields = Object.entries(creationOf(request) ?? {}).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  );
  return (
    fields.find(([name]) => name === 'status') ?? fields.find(([name]) => /^(?:pet)?[_-]?stat(?:us|e)$/i.test(name))
  );
}
