import { createComponentSchemas, referToSchema, type JsonSchema } from '@petstore/http';
import * as z from 'zod';
import { faults } from '../script/faults.ts';
import type { SessionRoute } from './session-route.ts';
import { sessionRoutes } from './session-routes.ts';
import { testingPath } from './sessions.ts';

/** Describes the calls of the sessions as an OpenAPI 3.1 document. The store of each session has another document. */
export function createSessionDocument(): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of sessionRoutes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Store sessions',
      version: '1.0.0',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      description: `Stores for tests: each session is one, with a separate address. The faults:\n\n${listFaults()}`,
    },
    servers: [{ url: testingPath }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Printed by `petstore-kit --testing`.' },
      },
      schemas: { Error: createComponentSchemas('3.1').Error, ...schemas },
    },
  };
}

const text = { type: 'string' };
const texts = { type: 'object', additionalProperties: text };

/** The bodies of the responses. */
const schemas = {
  Session: {
    type: 'object',
    required: ['id', 'baseUrl', 'apiKey'],
    properties: { id: text, baseUrl: { ...text, format: 'uri' }, apiKey: text },
  },
  Sessions: {
    type: 'object',
    required: ['sessions'],
    properties: {
      sessions: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'baseUrl', 'openedAt', 'usedAt'],
          properties: {
            id: text,
            baseUrl: { ...text, format: 'uri' },
            openedAt: { ...text, format: 'date-time' },
            usedAt: { ...text, format: 'date-time', description: 'When it was called last, its store included.' },
          },
        },
      },
    },
  },
  Requests: {
    type: 'object',
    required: ['requests', 'leftOut'],
    properties: {
      requests: { type: 'array', items: referToSchema('RecordedRequest') },
      leftOut: { type: 'integer', description: 'How many older requests are missing, because there were too many.' },
    },
  },
  RecordedRequest: {
    type: 'object',
    required: ['time', 'method', 'path', 'query', 'headers', 'faults'],
    properties: {
      time: { ...text, format: 'date-time' },
      method: text,
      path: text,
      query: text,
      headers: texts,
      body: { ...text, description: 'The text of the body, with its byte order mark if it has one.' },
      bodyBase64: { ...text, description: 'The bytes of a body that is not UTF-8.', contentEncoding: 'base64' },
      json: { description: 'The body decoded, if it is JSON.' },
      operation: text,
      status: { type: 'integer' },
      faults: { type: 'array', items: { enum: Object.keys(faults) } },
    },
  },
};

function describeRoute({ name, path, summary, query, body, example, success }: SessionRoute): JsonSchema {
  const { status, schema } = success;
  const isOptional = body?.safeParse(undefined).success === true;
  return {
    operationId: name,
    summary,
    ...(path.includes('{id}') && {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }, ...describeQuery(query)],
    }),
    ...(body && {
      requestBody: {
        required: !isOptional,
        content: describeJson({ ...toJsonSchema(body), examples: [example.body] }),
      },
    }),
    responses: {
      [status]: { description: 'Done.', ...(schema && { content: describeJson(referToSchema(schema)) }) },
      '4XX': { description: 'An error.', content: describeJson(referToSchema('Error')) },
    },
  };
}

function describeQuery(query: SessionRoute['query']): readonly JsonSchema[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...type } = toJsonSchema(schema);
    return { name, in: 'query', description, schema: type };
  });
}

function describeJson(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function listFaults(): string {
  return Object.entries(faults)
    .map(([name, description]) => `- \`${name}\`: ${description}`)
    .join('\n');
}
