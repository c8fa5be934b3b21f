import {
  type Int64,
  type InvalidRequest,
  listLimit,
  type ListPetsQuery,
  listPetsQuerySchema,
  type NewPet,
  newPetSchema,
  type NotFound,
  type Pet,
  type PetStore,
  type Result,
  ResultAsync,
  type StorageFailure,
  stringifyJson,
  validate,
  validatePetId,
} from '@petstore/core';
import { createRedact } from '@petstore/http';
import { transportFailure, truncateMessage, type ClientError, type FromServer } from './client-error.ts';
import { parseClientOptions, parseCallOptions, type CallOptions, type ClientOptions } from './client-options.ts';
import { decodeCreated, decodeFoundPet, decodePets } from './decode-pets.ts';
import { decodeResponse } from './decode-response.ts';
import { operations, type ErrorOf, type ClientOperation } from './operations.ts';
import { createSend, type ClientRequest } from './send.ts';

/**
 * A pet store over HTTP. It has the calls of a store in process, each with options: a signal to abort it, and a timeout.
 *
 * - No call throws or rejects.
 * - Input that a store in process refuses is not sent. The error is the same.
 */
export interface PetStoreClient extends PetStore<ClientError> {
  /** Lists pets by ascending id (docs/interface.md, part 4.1). */
  listPets(
    query?: ListPetsQuery,
    options?: CallOptions,
  ): ResultAsync<readonly Pet[], FromServer<InvalidRequest | StorageFailure> | ClientError>;

  /**
   * Adds a pet (docs/interface.md, part 4.2). The client sends the request once, whatever fails. Only browsers based on Chromium
   * may repeat it, if a reused connection breaks.
   */
  createPet(
    newPet: NewPet,
    options?: CallOptions,
  ): ResultAsync<Pet, FromServer<InvalidRequest | StorageFailure> | ClientError>;

  /**
   * Retrieves one pet (docs/interface.md, part 4.3).
   *
   * @deprecated The interface removes it on 5 December 2030. Use `listPets` with a status.
   */
  getPet(petId: Int64, options?: CallOptions): ResultAsync<Pet, FromServer<NotFound | StorageFailure> | ClientError>;
}

/**
 * Makes a client of a pet store server. It opens nothing, so it needs no closing.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'my-key' });
 * const pets = await unwrap(client.listPets({ status: 'available' }));
 * ```
 *
 * @throws TypeError if an option is missing, wrong or unknown. The message names it
 */
export function createClient(options: ClientOptions): PetStoreClient {
  const checked = parseClientOptions(options);
  const redact = createRedact([checked.apiKey]);
  const send = createSend(checked, redact);
  const shownAddress = redact(checked.baseUrl); // its path may contain the API key

  const call = <O extends ClientOperation, T>(
    operation: O,
    { path = operation.path, ...others }: { readonly path?: string; readonly body?: string },
    callOptions: CallOptions | undefined,
    decode: (body: unknown) => Result<T, string>,
  ): ResultAsync<T, FromServer<ErrorOf<O>> | ClientError> => {
    const { method } = operation;
    const shown = `${method} ${shownAddress}${path}`;
    const request: ClientRequest = { method, url: `${checked.baseUrl}${path}`, shown, ...others };
    return parseCallOptions(callOptions)
      .mapErr((sentence) => transportFailure(`${sentence} Nothing was sent.`, 'not_created'))
      .asyncAndThen((read) => new ResultAsync(send(request, read)))
      .andThen((response) => decodeResponse(operation, request, response, decode, redact))
      .mapErr(truncateMessage);
  };

  return {
    listPets(query = {}, callOptions) {
      return validate(listPetsQuerySchema, query, 'The query').asyncAndThen((valid) => {
        const path = `${operations.listPets.path}${writeQuery(valid)}`;
        return call(operations.listPets, { path }, callOptions, (body) => decodePets(body, valid));
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
        return call(operations.getPet, { path }, callOptions, (body) => decodeFoundPet(body, id));
      });
    },
  };
}

/** Writes a query string. Leaves out the default limit. */
function writeQuery({ limit, ...others }: ListPetsQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit: limit === listLimit.default ? undefined : limit, ...others })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
