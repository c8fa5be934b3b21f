import { parseOptions, petStoreOptionsSchema, type PetStorage, type PetStore, type ResultAsync } from '@petstore/core';
import type { ApiKeys, HttpOptions } from '@petstore/http';
import {
  generateApiKey,
  serverOptionsSchema,
  startServer as start,
  type ListenFailure,
  type ListeningServer,
  type ListenOptions,
} from '@petstore/http-node';
import * as z from 'zod/mini';
import { createPetStore } from './create-pet-store.ts';

/** Options of `startServer`. */
export interface ServerOptions extends Omit<HttpOptions, 'store' | 'apiKeys'>, Omit<ListenOptions, 'storage'> {
  /** The pet store to serve. The caller closes its storage. The server makes a store by default. */
  readonly store?: PetStore | undefined;
  /** The storage of the store that the server makes; in memory by default. `close` closes it. */
  readonly storage?: PetStorage | undefined;
  /** The valid API keys: a list, or a function that decides about each key. The server makes one key by default. */
  readonly apiKeys?: ApiKeys | undefined;
}

/** A server that listens. `await using` closes it. */
export interface RunningServer extends ListeningServer {
  /** A valid API key: the generated one, or the first of the list; `undefined` if a function decides. */
  readonly apiKey: string | undefined;
}

const optionsSchema = z.partial(z.extend(serverOptionsSchema, { storage: petStoreOptionsSchema.shape.storage }), {
  store: true,
  storage: true,
  apiKeys: true,
});

/**
 * Starts an HTTP server for the `/v1` interface. Without options, it serves a store in memory on a free port of 127.0.0.1.
 *
 * @example
 * ```ts
 * const server = await unwrap(startServer());
 * const response = await fetch(`${server.url}/pets`, { headers: { Authorization: `Bearer ${server.apiKey}` } });
 * await unwrap(server.close());
 * ```
 *
 * @returns the server once it listens; ListenFailure if it cannot
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function startServer(
  options?: ServerOptions & { readonly apiKeys?: readonly string[] | undefined },
): ResultAsync<RunningServer & { readonly apiKey: string }, ListenFailure>;
export function startServer(options: ServerOptions): ResultAsync<RunningServer, ListenFailure>;
export function startServer(options: ServerOptions = {}): ResultAsync<RunningServer, ListenFailure> {
  const { store, storage, apiKeys = [generateApiKey()], ...others } = parseOptions(optionsSchema, options);
  if (store !== undefined && storage !== undefined) {
    throw new TypeError(
      'Give startServer a store or a storage, not both: with a store, close its storage after the server.',
    );
  }
  const served = store ?? createPetStore({ storage });
  return start({ ...others, store: served, storage, apiKeys }).map((server) => ({
    ...server,
    apiKey: typeof apiKeys === 'function' ? undefined : apiKeys[0],
  }));
}
