import { parseInt64, stringifyPet, type ListPetsQuery, type NewPet, type PetStore } from '@petstore/core';
import { readJsonBody } from './json-body.ts';
import { petsText } from './pets-text.ts';
import { domainErrorReply, errorReply, type Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { parseQuery } from './target.ts';

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
  /** The headers of every reply of the operation that has a JSON body. */
  readonly headers: Reply['headers'];
}

/** An operation of the interface. It decodes what the wire carries; the store validates. */
export interface Operation {
  readonly name: OperationName;
  readonly perform: (call: Call) => Promise<Reply>;
}

/** `GET /pets` (interface document, part 4.1). */
export const listPets: Operation = {
  name: 'listPets',
  async perform({ store, query, headers }) {
    const result = await store.listPets(decodeQuery(query) as ListPetsQuery);
    return result.isOk()
      ? { status: 200, headers, body: petsText(result.value) }
      : domainErrorReply(result.error, headers);
  },
};

/** `POST /pets` (interface document, part 4.2). */
export const createPet: Operation = {
  name: 'createPet',
  async perform({ store, request, maxBodyBytes, headers }) {
    const body = await readJsonBody(request, maxBodyBytes);
    if (body.isErr()) return errorReply(body.error.code, body.error.message, headers);
    const result = await store.createPet(body.value as NewPet);
    return result.isOk()
      ? { status: 201, headers, body: stringifyPet(result.value) }
      : domainErrorReply(result.error, headers);
  },
};

/** `GET /pets/{petId}` (interface document, part 4.3). */
export const getPet: Operation = {
  name: 'getPet',
  async perform({ store, petId, headers }) {
    const id = parseInt64(petId);
    if (id === undefined) {
      return errorReply('not_found', 'No pet has this id: an id is a positive decimal integer.', headers);
    }
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- served until the interface removes it
    const result = await store.getPet(id);
    return result.isOk()
      ? { status: 200, headers, body: stringifyPet(result.value) }
      : domainErrorReply(result.error, headers);
  },
};

/**
 * Decodes the parameters of a list. What is no decimal integer, or is given more than once, stays what it is: the store
 * refuses it.
 */
function decodeQuery(query: string): { limit?: unknown; status?: unknown } {
  const decoded: { limit?: unknown; status?: unknown } = {};
  if (query === '') return decoded;
  for (const { name, value } of parseQuery(query)) {
    if (name === 'limit') decoded.limit = 'limit' in decoded ? repeated : decodeInteger(value);
    if (name === 'status') decoded.status = 'status' in decoded ? repeated : value;
  }
  return decoded;
}

/** What stands for a parameter that is given more than once: no value that the store accepts. */
const repeated: readonly unknown[] = [];

function decodeInteger(text: string): number | string {
  return /^(?:0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text;
}
