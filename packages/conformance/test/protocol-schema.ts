import * as z from 'zod/mini';
import {
  answerErrorSchema,
  capabilities,
  helloSchema,
  returnedResponseSchema,
  type AdapterRequest,
} from '../src/adapter/protocol.ts';

const decimal = z.string().check(z.regex(/^-?[0-9]+$/));

const name = (schema: z.ZodMiniType, id: string, description: string) => schema.check(z.meta({ id, description }));

const pet = name(
  z.object({
    id: decimal,
    name: z.string(),
    categoryId: decimal,
    status: z.optional(z.union([z.string(), z.null()])),
  }),
  'pet',
  'A pet as the client returned it. An absent status is left out, or null. Integers are decimal digits.',
);

const error = name(
  answerErrorSchema,
  'error',
  'What the client failed with. What it does not expose is left out: status is that of HTTP, code and message are those of the ' +
    'Error body, outcome is for transport, and message is what an application would show.',
);

const response = name(
  returnedResponseSchema,
  'response',
  'A response as the client returned it, if it reads no JSON: body is a text, base64 the bytes. The run reads the pets.',
);

/** The first line. The run itself accepts the capabilities of a later version, too. */
const hello = z.extend(helloSchema, { capabilities: z.array(z.enum(Object.keys(capabilities))) });

const request = z.object({
  id: z.string(),
  operation: z.enum(['listPets', 'createPet', 'getPet']),
  method: z.exactOptional(z.literal('HEAD')),
  baseUrl: z.string().check(z.describe('The client gets it as it is, also with a slash at its end.')),
  apiKey: z.exactOptional(z.string()),
  timeoutMs: z.int().check(z.positive()),
  arguments: z.object({
    limit: z.exactOptional(decimal),
    status: z.exactOptional(z.string()),
    name: z.exactOptional(z.string()),
    categoryId: z.exactOptional(decimal),
    petId: z.exactOptional(z.string()),
  }),
}) satisfies z.ZodMiniType<AdapterRequest>;

/** The lines of the protocol. The run itself accepts anything as `ok`: the cases judge it. */
const line = z
  .union([
    name(hello, 'hello', 'The first line of the adapter, within 10 s of its start.'),
    name(request, 'request', 'A call to make. What is absent in arguments is not given to the client.'),
    name(
      z.union([
        z.object({ id: z.string(), ok: z.union([pet, z.array(pet), z.null()]) }),
        z.object({ id: z.string(), error }),
        z.object({ id: z.string(), response }),
      ]),
      'answer',
      'The one answer to a request, with its id. ok is a list of pets for listPets, a pet for createPet and getPet, null for HEAD.',
    ),
  ])
  .check(
    z.meta({
      title: 'The adapter protocol of petstore-kit conformance, version 1',
      description: 'A line that the run or an adapter writes. What a line has beyond these fields is ignored.',
    }),
  );

/** Returns the JSON Schema of the lines of the adapter protocol (JSON Schema, draft 2020-12). */
export function adapterProtocolSchema(): object {
  return z.toJSONSchema(line, { target: 'draft-2020-12', io: 'input' });
}
