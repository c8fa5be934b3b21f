import { createPetStore, parseJson, requireApiKey, stringifyJson, type NewPet } from '@petstore/core';
import { arbitraryNewPet, awkwardNewPets, spoiled } from '@petstore/core/testing';
import { createMemoryStorage } from '@petstore/storage-memory';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHandler } from './handler.ts';
import { openApiDocument } from './openapi-document.ts';
import { statusOf } from './wire-error.ts';

const text = stringifyJson(openApiDocument());

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: unknown;
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { readonly content: object }>>;
  };
}

const document = JSON.parse(text) as Document;

/** Whether a value is valid against a schema of the document. */
function validator(name: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.addSchema(document, 'openapi.json').getSchema(`openapi.json#/components/schemas/${name}`);
}

test.each(['recommended', 'recommended-strict'] as const)('a linter finds nothing by its %s rules', async (rules) => {
  const config = await createConfig({ extends: [rules] });
  const problems = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

describe('the document', () => {
  test('is OpenAPI 3.1 of the interface 1.0.0, at v1 beside it', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' }, servers: [{ url: './v1' }] });
  });

  test('takes other servers', () => {
    const servers = [{ url: 'http://127.0.0.1:8080/v1', description: 'here' }];
    expect(openApiDocument({ servers })).toMatchObject({ servers });
  });

  test('has the three operations, each with its tag and the bearer key', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
    );
    expect(operations.map(({ method, path, operationId }) => [operationId, method, path])).toEqual([
      ['listPets', 'get', '/pets'],
      ['createPet', 'post', '/pets'],
      ['getPet', 'get', '/pets/{petId}'],
    ]);
    for (const { tags, security } of operations) {
      expect(tags).toEqual(['animals']);
      expect(security).toEqual([{ bearerAuth: [] }]);
    }
  });

  test('marks getPet as deprecated until its sunset, and nothing else', () => {
    expect(document.paths['/pets/{petId}']?.get).toMatchObject({
      deprecated: true,
      'x-deprecated-sunset': '2030-12-05',
    });
    for (const { deprecated } of Object.values(document.paths['/pets'] ?? {})) expect(deprecated).toBeUndefined();
  });

  test('bounds the limit of a list and gives its default', () => {
    const [limit, status] = document.paths['/pets']?.get?.parameters ?? [];
    expect(limit).toMatchObject({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } });
    expect(status).toMatchObject({ name: 'status', schema: { $ref: '#/components/schemas/PetStatus' } });
  });

  test('writes the bounds of an int64 to the last digit', () => {
    const bounded = text.match(/"minimum":-9223372036854775808,"maximum":9223372036854775807/g);
    expect(bounded).toHaveLength(3); // categoryId of NewPet and of Pet, petId
  });

  test('has the Error schema on every error, under the status of its code', () => {
    for (const [code, { content }] of Object.entries(document.components.responses)) {
      const { status } = { status: statusOf[code as keyof typeof statusOf] };
      expect(content).toMatchObject({
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { code, status } },
      });
    }
  });
});

describe('the schema of a new pet and the store agree:', () => {
  test('what the store accepts is valid', () => {
    const isValid = validator('NewPet');
    fc.assert(
      fc.property(arbitraryNewPet(), (newPet) => isValid?.(JSON.parse(stringifyJson(newPet))) === true),
      { examples: awkwardNewPets.map((newPet) => [newPet]) },
    );
  });

  test('what the store refuses is not valid', () => {
    const isValid = validator('NewPet');
    const [rex] = awkwardNewPets;
    for (const body of spoiled(rex ?? { name: '', categoryId: 1 }).map(stringifyJson)) {
      if (body.includes('\\ud800')) continue; // that a string is well-formed Unicode, JSON Schema cannot say
      if (/\b922337203685477/.test(body)) continue; // one beyond a bound, where this validator rounds both alike
      expect({ body, valid: isValid?.(JSON.parse(body)) }).toEqual({ body, valid: false });
    }
  });
});

describe('every example', () => {
  const content = /"application\/json":\{"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"\},"example":/g;
  const examples = [...text.matchAll(content)].map(({ 0: start, 1: name = '', index }) => ({
    name,
    example: firstValue(text.slice(index + start.length)),
  }));

  test('stands beside its schema', () => {
    expect(examples.length).toBe(text.split('"example":').length - 1);
  });

  test.each(examples)('is valid: $name $example', ({ name, example }) => {
    expect(validator(name)?.(JSON.parse(example))).toBe(true);
  });

  test.each(examples.filter(({ name }) => name === 'NewPet'))('is accepted: $example', async ({ example }) => {
    const store = createPetStore({ storage: createMemoryStorage() });
    const body = parseJson(example)._unsafeUnwrap() as NewPet;
    expect((await store.createPet(body)).isOk()).toBe(true);
  });
});

/** The JSON value that a text begins with. */
function firstValue(rest: string): string {
  for (let end = 1; end <= rest.length; end++) {
    if (/[\]}]/.test(rest[end - 1] ?? '') && parseJson(rest.slice(0, end)).isOk()) return rest.slice(0, end);
  }
  throw new Error('there is no value');
}

test('GET /openapi.json serves it without a key, and other methods get a 405', async () => {
  const gate = requireApiKey(createPetStore({ storage: createMemoryStorage() }), ['key']);
  const request = {
    target: '/openapi.json',
    hasBody: false,
    header: () => undefined,
    readBody: () => Promise.reject(new Error('no page reads a body')),
  };
  const { handle } = createHandler(gate);

  const reply = await handle({ method: 'GET', ...request });
  expect(reply).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/json' }, body: text });
  expect(parseJson(reply.body).isOk()).toBe(true);
  expect(await handle({ method: 'DELETE', ...request })).toMatchObject({
    status: 405,
    headers: { Allow: 'GET, HEAD' },
  });
});
