import {
  type Int64,
  type InvalidRequest,
  type ListPetsQuery,
  type NewPet,
  type NotFound,
  parseInt64,
  type Pet,
  type PetStore,
  type ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import { readJsonBody, type BodyRefusal } from './json-body.ts';
import { stringifyPet } from './pet-json.ts';
import { petsText } from './pets-text.ts';
import type { HttpRequest } from './request.ts';
import { parseQuery } from './target.ts';

/** The name of an operation in docs/interface.md, part 4. */
export type OperationName = 'listPets' | 'createPet' | 'getPet';

/** What an operation works on: the store behind the gate, and the request's parts. */
export interface Call {
  readonly store: PetStore;
  readonly request: HttpRequest;
  readonly query: string;
  /** The segment of the path that stands for `{petId}`; empty where the path has none. */
  readonly petId: string;
  /** The most bytes that a body may have. */
  readonly maxBodyBytes: number;
}

/** Why an operation gave nothing: what the store says, or what is wrong with the body. */
export type OperationError = InvalidRequest | NotFound | StorageFailure | BodyRefusal;

/** An operation of the interface. It decodes what the wire carries, and encodes what the store gives; the store validates. */
export interface Operation<T = unknown> {
  readonly name: OperationName;
  /** The status of its success. */
  readonly status: 200 | 201;
  perform(call: Call): ResultAsync<T, OperationError>;
  /** Writes what the store gave as JSON. */
  stringify(value: T): string;
}

/** `GET /pets` (docs/interface.md, part 4.1). */
export const listPets: Operation<readonly Pet[]> = {
  name: 'listPets',
  status: 200,
  perform: ({ store, query }) => store.listPets(decodeQuery(query) as ListPetsQuery),
  stringify: petsText,
};

/** `POST /pets` (docs/interface.md, part 4.2). */
export const createPet: Operation<Pet> = {
  name: 'createPet',
  status: 201,
  perform: ({ store, request, maxBodyBytes }) =>
    readJsonBody(request, maxBodyBytes).andThen((body) => store.createPet(body as NewPet)),
  stringify: stringifyPet,
};

/** `GET /pets/{petId}` (docs/interface.md, part 4.3). What is no decimal integer is `undefined`: the store finds no pet. */
export const getPet: Operation<Pet> = {
  name: 'getPet',
  status: 200,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- served until the interface removes it
  perform: ({ store, petId }) => store.getPet(parseInt64(petId) as Int64),
  stringify: stringifyPet,
};

/**
 * Decodes the parameters of a list. What is no decimal integer stays what it is, and what is given more than once is `null`:
 * the store refuses both.
 */
function decodeQuery(query: string): { limit?: unknown; status?: unknown } {
  const decoded: { limit?: unknown; status?: unknown } = {};
  if (query === '') return decoded;
  for (const { name, value } of parseQuery(query)) {
    if (name === 'limit') decoded.limit = 'limit' in decoded ? null : decodeInteger(value);
    if (name === 'status') decoded.status = 'status' in decoded ? null : value;
  }
  return decoded;
}

function decodeInteger(text: string): number | string {
  return /^(?:0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text;
}
