import { errAsync, storageFailure, type StorageFailure } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { answer, authorization, createStorage } from '../../test/handler-over.ts';
import {
  readDocument,
  readOperation,
  getValidator,
  type ReadContent,
  type ReadDocument,
  type ReadOperation,
} from '../../test/read-document.ts';
import { openApiDocument } from './document.ts';

test.each(['3.0', '3.1'] as const)('the document in OpenAPI %s is plain JSON', (version) => {
  const document = openApiDocument({ version });
  expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
});

interface Documented {
  readonly operation: readonly [method: string, path: string, operationId: string, summary: string];
  readonly parameters: readonly (readonly [place: string, name: string, required: boolean])[];
  readonly requestBody?: string;
  readonly success: readonly [status: number, body: string];
  readonly errors: readonly number[];
}

/** What is wrong with a request, or with the storage. */
interface Wrong {
  readonly target?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failure?: StorageFailure;
}

/** docs/interface.md, part 4. */
const documented: readonly Documented[] = [
  {
    operation: ['get', '/pets', 'listPets', 'List all animals'],
    parameters: [
      ['query', 'limit', false],
      ['query', 'status', false],
    ],
    success: [200, 'Pets'],
    errors: [400, 401, 503],
  },
  {
    operation: ['post', '/pets', 'createPet', 'Add an animal'],
    parameters: [],
    requestBody: 'NewPet',
    success: [201, 'Pet'],
    errors: [400, 401, 413, 415, 503],
  },
  {
    operation: ['get', '/pets/{petId}', 'getPet', 'Get an animal'],
    parameters: [['path', 'petId', true]],
    success: [200, 'Pet'],
    errors: [401, 404, 503],
  },
];

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.0 for the interface 1.0.0, with the server v1 beside it', () => {
    expect(readDocument()).toMatchObject({
      openapi: '3.0.3',
      info: { title: 'Pet Store', version: '1.0.0', contact: {}, license: { name: 'MIT' } },
      servers: [{ url: './v1', description: 'This pet store.' }],
    });
  });

  test('says the same in OpenAPI 3.1, apart from the schemas', () => {
    const { components: components30, ...in30 } = readDocument('3.0');
    const { components: components31, ...in31 } = readDocument('3.1');
    expect(in31).toEqual({ ...in30, openapi: '3.1.0' });
    expect(components31.securitySchemes).toEqual(components30.securitySchemes);
  });

  test.each([{ version: '2.0' }, { version: 3 }, { baseUrl: '' }, { baseUrl: new URL('http://a') }])(
    'throws a TypeError that names the wrong option of %j',
    (options) => {
      expect(() => openApiDocument(options as never)).toThrow(new RegExp(`^${Object.keys(options).join()} must`));
    },
  );

  test('throws a TypeError for an option that it does not have', () => {
    expect(() => openApiDocument({ servers: [] } as never)).toThrow(TypeError);
  });

  test('has the three operations and no other, each with its tag and the bearer key', () => {
    const document = readDocument();
    expect(listOperations(document)).toHaveLength(documented.length);
    for (const { tags, security } of listOperations(document)) {
      expect(tags).toEqual(['animals']);
      expect(security).toEqual([{ bearerAuth: [] }]);
    }
    expect(document.tags.map(({ name }) => name)).toEqual(['animals']);
    expect(document.security).toEqual([{ bearerAuth: [] }]);
    expect(document.components.securitySchemes).toMatchObject({ bearerAuth: { type: 'http', scheme: 'bearer' } });
  });

  test.each(documented)(
    'has $operation with its parameters, its body and its responses',
    ({ operation, ...expected }) => {
      const [method, path, operationId, summary] = operation;
      const found = readOperation(method, path);
      expect(found).toMatchObject({ operationId, summary });
      expect(found.parameters?.map((parameter) => [parameter.in, parameter.name, parameter.required]) ?? []).toEqual(
        expected.parameters,
      );

      expect(found.requestBody?.required).toBe(expected.requestBody && true);
      expect(schemaName(found.requestBody?.content)).toBe(expected.requestBody);

      const [status, body] = expected.success;
      expect(schemaName(found.responses[status]?.content)).toBe(body);
      expect(Object.keys(found.responses)).toEqual([status, ...expected.errors].map(String));
      for (const error of expected.errors) expect(schemaName(found.responses[error]?.content)).toBe('Error');
    },
  );

  test.each<[string, string, string, readonly Wrong[]]>([
    ['get', '/pets', '/v1/pets', [{ target: '/v1/pets?limit=101' }]],
    [
      'post',
      '/pets',
      '/v1/pets',
      [
        { body: '{"name":"Bella","categoryId":9223372036854775808}' },
        { body: JSON.stringify({ name: 'x'.repeat(70_000), categoryId: 1 }) },
        { headers: { authorization: 'Bearer key' } },
        { failure: storageFailure('The disk is full.', undefined, 'not_created') },
      ],
    ],
    ['get', '/pets/{petId}', '/v1/pets/1', [{ target: '/v1/pets/1000000' }]],
  ])('shows for the errors of %s %s what this server sends, and nothing else', async (method, path, target, own) => {
    const wrong = [{ headers: { authorization: 'Bearer wrong' } }, ...own, { failure: storageFailure('Gone.') }];
    const sent = wrong.map(async ({ failure, ...request }: Wrong) => {
      const storage = failure && createStorage(() => errAsync(failure));
      const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
      const rex = method === 'post' && { body: '{"name":"Rex","categoryId":1}' };
      const draft = { method: method.toUpperCase(), target, headers, ...rex, ...request };
      const { body } = await answer(draft, { storage, onRequest: () => undefined });
      return JSON.parse(body) as { readonly status: number };
    });
    const { responses } = readOperation(method, path);
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    const shown = errors.flatMap(([, { content }]) => Object.values(content['application/json'].examples));
    const expected = (await Promise.all(sent)).sort((one, other) => one.status - other.status);
    expect(shown.map(({ value }) => value)).toEqual(expected);
  });

  test('marks only getPet as deprecated, with its sunset and its replacement', () => {
    const getPet = readOperation('get', '/pets/{petId}');
    expect(getPet).toMatchObject({ deprecated: true, 'x-deprecated-sunset': '2030-12-05' });
    expect(getPet.description).toMatch(/list of animals with its `status` filter/);
    expect(listOperations(readDocument()).filter(({ deprecated }) => deprecated)).toHaveLength(1);
  });

  test('describes each part in a sentence', () => {
    const { info, tags, paths, components } = readDocument();
    const operations = listOperations({ paths });
    const responses = operations.flatMap((operation) => Object.values(operation.responses));
    const things = [
      info,
      ...[...tags, ...operations, ...Object.values(components.securitySchemes), ...Object.values(components.schemas)],
      ...operations.flatMap(({ parameters = [], requestBody = [] }) => [parameters, requestBody].flat()),
      ...responses,
      ...responses.flatMap(({ headers = {} }) => Object.values(headers)),
    ];
    for (const thing of things) {
      expect(thing).toHaveProperty('description', expect.stringMatching(/^[A-Z].*\.$/));
    }
    expect(info.description).toMatch(/API key.*same body.*64-bit/);
  });
});

describe('in the OpenAPI document, the headers of a response', () => {
  test.each([undefined, new Date('2026-01-01')])(
    'of getPet are documented as they are sent, with an example, if it is deprecated since %o',
    async (getPet) => {
      const options = { deprecatedSince: { getPet } };
      const { headers: sent } = await answer({ target: '/v1/pets/1', headers: authorization }, options);
      const { body: served } = await answer({ target: '/openapi.json' }, options);
      expect(JSON.parse(served)).toEqual(openApiDocument(options));
      const { headers = {} } = (JSON.parse(served) as ReadDocument).paths['/pets/{petId}']?.get?.responses[200] ?? {};
      expect(Object.keys(headers)).toEqual(getPet ? ['Deprecation', 'Sunset', 'Link'] : ['Sunset', 'Link']);
      for (const [name, { example, schema }] of Object.entries(headers)) {
        expect(schema).toEqual({ type: 'string' });
        expect(example).toBe(sent[name]);
      }
    },
  );

  test('of a 401 have its challenge, and no other error has documented headers', () => {
    for (const { responses } of listOperations(readDocument())) {
      const withHeaders = Object.entries(responses).filter(([status, { headers }]) => status !== '200' && headers);
      expect(withHeaders.map(([status, { headers = {} }]) => [status, Object.keys(headers)])).toEqual([
        ['401', ['WWW-Authenticate']],
      ]);
      expect(responses[401]?.headers?.['WWW-Authenticate']?.schema).toEqual({ type: 'string' });
    }
  });
});

test('every example of the OpenAPI document is valid', () => {
  const contents = listOperations(readDocument())
    .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
    .flatMap((body) => body?.content['application/json'] ?? []);
  // a success, a 401 and a 503 of each, two 400, a 404, a 413, a 415 and the new pet
  expect(contents).toHaveLength(15);
  for (const { schema, examples } of contents) {
    expect(Object.keys(examples)).not.toEqual([]);
    const isValid = getValidator(schema.$ref ?? '');
    for (const { value } of Object.values(examples)) expect([value, isValid(value)]).toEqual([value, true]);
  }
});

test('a caller may change its OpenAPI document', () => {
  const before = JSON.stringify(openApiDocument());
  const { paths } = openApiDocument() as unknown as ReadDocument;
  const examples = paths['/pets']?.post?.requestBody?.content['application/json'].examples;
  Object.assign(examples?.bella?.value as object, { name: 'changed' });
  expect(JSON.stringify(openApiDocument())).toBe(before);
});

function listOperations({ paths }: Pick<ReadDocument, 'paths'>): readonly ReadOperation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function schemaName(content: ReadContent | undefined): string | undefined {
  return content?.['application/json'].schema.$ref?.replace('#/components/schemas/', '');
}
