// The pairs of examples in the document: with the pets of `--seed 2`, the request of a name has the response of this name.
import { createFetchHandler } from '@petstore/http';
import { expect, test } from 'vitest';
import { createExamplePets } from '../src/command/seed.ts';
import { createPetStore, unwrap } from '../src/index.ts';

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface Body {
  readonly content: { readonly 'application/json': { readonly examples: Examples } };
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly examples: Examples }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };

test.each(['/openapi.json', '/openapi-3.1.json'])(
  'with --seed 2, each example request of %s is answered with the example of its name',
  async (path) => {
    const store = createPetStore();
    for (const pet of createExamplePets(2)) await unwrap(store.createPet(pet));
    const fetch = createFetchHandler({ store, apiKeys: ['my-key'] });
    const pairs = findPairs((await (await fetch(`http://pets.test${path}`)).json()) as Document);
    expect(pairs.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'availableAnimals: 200',
      'firstAnimals: 200',
      'bella: 201',
      'categoryIdTooGreat: 400',
      'rex: 200',
      'unknownId: 404',
    ]);
    for (const { name, method, target, body, status, reply } of pairs) {
      const response = await fetch(`http://pets.test/v1${target}`, { method, headers, ...(body && { body }) });
      expect([name, response.status, await response.json()]).toEqual([name, status, reply]);
    }
  },
);

/** Finds the requests of the document, each with the response of the same name. */
function findPairs({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const bodies = requestBody?.content['application/json'].examples ?? {};
      const names = [bodies, ...parameters.map(({ examples }) => examples)].flatMap(Object.keys);
      return [...new Set(names)].map((name) => {
        let target = path;
        const query = new URLSearchParams();
        for (const parameter of parameters) {
          const example = parameter.examples[name];
          if (example === undefined) continue;
          if (parameter.in === 'query') query.set(parameter.name, String(example.value));
          else target = target.replace(`{${parameter.name}}`, String(example.value));
        }
        const body = bodies[name] && JSON.stringify(bodies[name].value);
        return { name, method: method.toUpperCase(), target: `${target}?${String(query)}`, body, ...findReply(name) };
      });

      function findReply(name: string) {
        for (const [status, { content }] of Object.entries(responses)) {
          const example = content['application/json'].examples[name];
          if (example !== undefined) return { status: Number(status), reply: example.value };
        }
        throw new Error(`${path} has no response with the example ${name}.`);
      }
    }),
  );
}
