import { petStatuses } from '@petstore/core';
import { redactedKey } from '@petstore/http';
import type { RecordedRequest } from '@petstore/testing';
import { readCreation, show, type Rule } from '../rule.ts';

const isCreation: Rule['appliesTo'] = ({ operation, method }) => operation === 'createPet' && method === 'POST';

/** The rules of the cases that requests alone can show. */
export const rules = {
  path: {
    about: 'request',
    appliesTo: () => true,
    findMismatch: ({ path }) => (path.includes('//') ? `It sent a request to ${path}.` : undefined),
  },
  query: {
    about: 'list',
    appliesTo: ({ operation }) => operation === 'listPets',
    findMismatch({ query }) {
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
  statusIsText: {
    about: 'creation with a JSON object',
    appliesTo: isObjectCreation,
    findMismatch(request) {
      const { status = 'available' } = readCreation(request) ?? {};
      return typeof status === 'string' && status !== '' ? undefined : `It sent the status ${show(status)}.`;
    },
  },
  status: {
    about: 'creation with a status',
    appliesTo: (request) => isObjectCreation(request) && findStatus(request) !== undefined,
    findMismatch(request) {
      const [name, value] = findStatus(request) ?? [];
      const isRight = name === 'status' && petStatuses.some((status) => status === value);
      return isRight ? undefined : `It sent the status as ${show(name)}: ${show(value)}.`;
    },
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
    appliesTo: (request) =>
      isMasked(`${request.path}?${request.query}${request.body}`) || Object.values(request.headers).some(isMasked),
    findMismatch({ path, query, headers, body = '' }) {
      if (isMasked(`${path}?${query}`)) return `It put the key into the URL: ${path}?${query}.`;
      if (isMasked(body)) return `It put the key into the body: ${show(body)}.`;
      const wrong = Object.entries(headers).find(
        ([name, value]) => isMasked(value) && !(name === 'authorization' && /^bearer \*\*\*$/i.test(value)),
      );
      return wrong && `It sent the key as ${wrong.join(': ')}.`;
    },
  },
  utf8: {
    about: 'creation with more than ASCII',
    // The body may also have escapes, so the decoded value counts, too.
    appliesTo: (request) => isCreation(request) && /[^\0-\x7f]/.test(`${request.body} ${show(request.json)}`),
    findMismatch({ body = '', json, status }) {
      // Bytes that are not UTF-8 are recorded as U+FFFD. The store refuses such bytes, but accepts a name with the character U+FFFD.
      if (body.includes('\ufffd') && status === 400) return `It sent bytes that are not UTF-8: ${show(body)}.`;
      return json === undefined ? `It sent JSON that is cut off, or none: ${show(body)}.` : undefined;
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

/** Whether a request is a creation whose body is an object. */
function isObjectCreation(request: RecordedRequest): boolean {
  return isCreation(request) && readCreation(request) !== undefined;
}

/** Whether a text of a recorded request has the key, which is masked in records. */
function isMasked(text: string): boolean {
  return text.includes(redactedKey);
}

/** Finds the field of a creation that is meant as the status, also under a similar name. Returns its name and its value. */
function findStatus(request: RecordedRequest): readonly [name: string, value: unknown] | undefined {
  const fields = Object.entries(readCreation(request) ?? {}).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  );
  return (
    fields.find(([name]) => name === 'status') ?? fields.find(([name]) => /^(?:pet)?[_-]?stat(?:us|e)$/i.test(name))
  );
}
