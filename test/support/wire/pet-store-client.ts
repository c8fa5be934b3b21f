import {
  err,
  invalidRequest,
  type InvalidRequest,
  type NotFound,
  notFound,
  ok,
  parseJson,
  type Pet,
  type PetStore,
  petWithId,
  type Result,
  ResultAsync,
  type StorageFailure,
  storageFailure,
  stringifyJson,
} from '@petstore/core';

import type { Send, WireReply, WireRequest } from './wire-case.ts';
import type { WireError } from '@petstore/http';

type Failure = InvalidRequest | NotFound | StorageFailure;

/**
 * A {@link PetStore} over HTTP, so that the contract of a store can be checked over HTTP too. It rejects for a reply that
 * a store does not have, such as 401 or 500.
 */
export function createPetStoreClient(send: Send, apiKey: string): PetStore {
  const authorization = ['Authorization', `Bearer ${apiKey}`] as const;

  const call = <Body, Error extends Failure>(request: Omit<WireRequest, 'headers'>) =>
    new ResultAsync(
      send({
        ...request,
        headers: [
          authorization,
          ...(request.body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ],
      }).then((reply) => decode(reply) as Result<Body, Error>),
    );

  return {
    listPets: (query = {}) => {
      const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
      const path = `/v1/pets${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`;
      return call<readonly Pet[], InvalidRequest | StorageFailure>({ method: 'GET', path }).map((pets) =>
        pets.map((pet) => petWithId(pet.id, pet)),
      );
    },
    createPet: (newPet) =>
      call<Pet, InvalidRequest | StorageFailure>({
        method: 'POST',
        path: '/v1/pets',
        body: stringifyJson(newPet),
      }).map((pet) => petWithId(pet.id, pet)),
    getPet: (petId) =>
      call<Pet, NotFound | StorageFailure>({ method: 'GET', path: `/v1/pets/${petId}` }).map((pet) =>
        petWithId(pet.id, pet),
      ),
  };
}

function decode({ status, body }: WireReply): Result<unknown, Failure> {
  const json = parseJson(body)._unsafeUnwrap();
  if (status === 200 || status === 201) return ok(json);
  const { code, message } = json as WireError;
  switch (code) {
    case 'invalid_request':
      return err(invalidRequest(message));
    case 'not_found':
      return err(notFound(message));
    case 'storage_failure':
      return err(storageFailure(message));
    default:
      throw new Error(`A store has no such reply: ${status} ${body}`);
  }
}
