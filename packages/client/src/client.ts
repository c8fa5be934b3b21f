import {
  errAsync,
  listPetsQuerySchema,
  newPetSchema,
  ResultAsync,
  stringifyJson,
  type Int64,
  type InvalidRequest,
  type ListPetsQuery,
  type NewPet,
  type NotFound,
  type Pet,
  type PetStore,
  type Result,
  type StorageFailure,
} from '@petstore/core';
import { listLimit, validate, validatePetId } from '@petstore/core/internal';
import { createRedact } from './redact.ts';
import { transportFailure, type ClientError } from './client-error.ts';
import { checkClientOptions, signalOf, type CallOptions, type ClientOptions } from './client-options.ts';
import { decodeCreated, decodePets, decodePetWithId } from './decode-pets.ts';
import { decodeReply } from './decode-reply.ts';
import { createErrorCleaner } from './error-texts.ts';
import { operations, type ErrorOf, type Operation } from './operations.ts';
import { createSend, invalidResponse, type ClientRequest } from './send.ts';

/**
 * A pet store over HTTP: the calls of a store in process, each with a signal to abort it. No call throws or rejects. Input
 * that a store in process refuses is not sent; the error is the same.
 */
export interface PetStoreClient extends PetStore<ClientError> {
  /** Lists pets as {@link PetStore.listPets} does. */
  listPets(
    query?: ListPetsQuery,
    options?: CallOptions,
  ): ResultAsync<readonly Pet[], InvalidRequest | StorageFailure | ClientError>;

  /** Adds a pet as {@link PetStore.createPet} does. It is sent at most once, whatever fails. */
  createPet(newPet: NewPet, options?: CallOptions): ResultAsync<Pet, InvalidRequest | StorageFailure | ClientError>;

  /**
   * Retrieves one pet as {@link PetStore.getPet} does.
   *
   * @deprecated The interface removes it on 5 December 2030. Use {@link PetStoreClient.listPets} with a status.
   */
  getPet(petId: Int64, options?: CallOptions): ResultAsync<Pet, NotFound | StorageFailure | ClientError>;
}

/**
 * Makes a client of a pet store server. It opens nothing, and needs no closing.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function createClient(options: ClientOptions): PetStoreClient {
  const checked = checkClientOptions(options);
  const redact = createRedact([checked.apiKey]);
  const cleanError = createErrorCleaner(redact);
  const send = createSend(checked, redact);

  const call = <O extends Operation, T>(
    operation: O,
    { path = operation.path, ...others }: { readonly path?: string; readonly body?: string },
    callOptions: CallOptions | undefined,
    decode: (body: unknown) => Result<T, string>,
  ): ResultAsync<T, ErrorOf<O> | ClientError> => {
    const request: ClientRequest = { method: operation.method, url: `${checked.baseUrl}${path}`, ...others };
    const signal = signalOf(callOptions);
    if (signal === null) {
      return errAsync(transportFailure('signal must be an AbortSignal: nothing was sent.', 'not_sent'));
    }
    return new ResultAsync(send(request, signal))
      .andThen((reply) =>
        decodeReply(operation, reply, decode).mapErr((error) =>
          typeof error === 'string' ? invalidResponse(request, error, reply.status, reply.text) : error,
        ),
      )
      .mapErr(cleanError);
  };

  return {
    listPets(query = {}, callOptions) {
      return validate(listPetsQuerySchema, query, 'The query').asyncAndThen(({ limit, status }) => {
        const path = `${operations.listPets.path}${queryString(limit, status)}`;
        return call(operations.listPets, { path }, callOptions, (body) => decodePets(body, { limit, status }));
      });
    },

    createPet(newPet, callOptions) {
      return validate(newPetSchema, newPet, 'The pet').asyncAndThen((valid) => {
        const body = stringifyJson(valid);
        return call(operations.createPet, { body }, callOptions, (created) => decodeCreated(created, valid));
      });
    },

    // eslint-disable-next-line @typescript-eslint/no-deprecated -- implements the deprecated operation
    getPet(petId, callOptions) {
      return validatePetId(petId).asyncAndThen((id) => {
        const path = operations.getPet.path.replace('{petId}', String(id));
        return call(operations.getPet, { path }, callOptions, (body) => decodePetWithId(body, id));
      });
    },
  };
}

/** Writes a query; the default limit is left to the server. */
function queryString(limit: number, status: string | undefined): string {
  const parameters = new URLSearchParams({
    ...(limit !== listLimit.default && { limit: String(limit) }),
    ...(status !== undefined && { status }),
  }).toString();
  return parameters === '' ? '' : `?${parameters}`;
}
