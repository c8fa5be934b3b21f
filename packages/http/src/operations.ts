import { parseInt64, type ListPetsQuery, type NewPet, type PetStore } from '@petstore/core';
import { readJsonBody } from './json-body.ts';
import { domainErrorReply, errorReply, jsonReply, type Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { queryValues } from './target.ts';

/** The name of an operation in the interface document, part 4. */
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

/** An operation of the interface. It decodes what the wire carries; the store validates. */
export interface Operation {
  readonly name: OperationName;
  readonly perform: (call: Call) => Promise<Reply>;
}

/** `GET /pets` (interface document, part 4.1). */
export const listPets: Operation = {
  name: 'listPets',
  async perform({ store, query }) {
    const result = await store.listPets(decodeQuery(query) as ListPetsQuery);
    return result.match((pets) => jsonReply(200, pets), domainErrorReply);
  },
};

/** `POST /pets` (interface document, part 4.2). */
export const createPet: Operation = {
  name: 'createPet',
  async perform({ store, request, maxBodyBytes }) {
    const body = await readJsonBody(request, maxBodyBytes);
    if (body.isErr()) return body.error;
    const result = await store.createPet(body.value as NewPet);
    return result.match((pet) => jsonReply(201, pet), domainErrorReply);
  },
};

/** `GET /pets/{petId}` (interface document, part 4.3). */
export const getPet: Operation = {
  name: 'getPet',
  async perform({ store, petId }) {
    const id = parseInt64(petId);
    if (id === undefined) return errorReply('not_found', 'No pet has this id: an id is a positive decimal integer.');
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- served until the interface removes it
    const result = await store.getPet(id);
    return result.match((pet) => jsonReply(200, pet), domainErrorReply);
  },
};

/**
 * Decodes the parameters of a list. What is no decimal integer, or is given more than once, stays what it is: the store
 * refuses it.
 */
function decodeQuery(query: string): { limit?: unknown; status?: unknown } {
  if (query === '') return {};
  const { limit, status } = queryValues(query, ['limit', 'status']);
  return {
    ...(limit.length > 0 && { limit: single(limit.map(decodeInteger)) }),
    ...(status.length > 0 && { status: single(status) }),
  };
}

function single(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : values;
}

function decodeInteger(text: string): number | string {
  return /^(?:0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text;
}
