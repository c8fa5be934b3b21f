import { createPetStore, err, ResultAsync, type Result, type StorageFailure } from '@petstore/core';
import { docsPages } from '@petstore/docs';
import {
  generateApiKey,
  startServer,
  type ListenFailure,
  type ListeningServer,
  type ServerOptions,
} from '@petstore/http-node';
import type { SessionServer } from '@petstore/testing';
import { once } from 'node:events';
import { createLazyStorage } from './lazy-storage.ts';
import { findGoneFolder, openStorage, type OpenedStorage } from './open-storage.ts';
import { formatFailure, isPageView, formatRequest } from './request-line.ts';
import { readSeed } from './seed.ts';
import type { Settings } from './settings.ts';

/** The output of the command. */
export interface Output {
  /** Prints a line on stdout. */
  readonly print: (line: string) => void;
  /** Prints a line on stderr, after the name of the command. */
  readonly warn: (line: string) => void;
}

/** How long a stop waits for unanswered requests, in milliseconds. */
const drainTimeout = 5_000;

/** A pet as JSON for a shell, between double quotes. */
const addRex = String.raw`{\"name\":\"Rex\",\"categoryId\":1}`;

/**
 * Starts the server, opens the storage, prints the address and how to call it, and serves until `stop` is aborted.
 *
 * @returns an Err if the server did not start or stop cleanly; its message is one line for the operator
 */
export async function serve(
  settings: Settings,
  output: Output,
  stop: AbortSignal,
): Promise<Result<void, ListenFailure | StorageFailure>> {
  const { host, port, cors, publicUrl, quiet, json } = settings;
  const goneFolder = [settings.storage, settings.seed].map(findGoneFolder).find((failure) => failure !== undefined);
  if (goneFolder !== undefined) return err(goneFolder);
  const read = await readSeed(settings.seed);
  if (read.isErr()) return err(read.error);
  const seed = settings.seed === '0' ? undefined : read.value;

  let opened: ResultAsync<OpenedStorage, StorageFailure> | undefined;
  const open = () => (opened ??= new ResultAsync(openStorage(settings, seed, output.warn)));
  const storage = createLazyStorage(() => open().map(({ storage }) => storage));
  const generatedKey = settings.apiKeys.length === 0 ? generateApiKey() : undefined;
  const apiKeys = generatedKey === undefined ? settings.apiKeys : [generatedKey];
  const options: ServerOptions = {
    store: createPetStore({ storage }),
    apiKeys,
    storage,
    drainTimeout,
    host,
    port,
    cors,
    publicUrl,
    pages: docsPages(),
    onRequest(request) {
      if (!quiet && !json && !isPageView(request)) output.print(formatRequest(request, new Date()));
      if (request.failure !== undefined) output.warn(formatFailure(request, new Date()));
    },
  };
  const { testingToken, testingHosts } = settings;
  const started = await (settings.testing
    ? (await import('@petstore/testing')).startSessionServer({ ...options, testingToken, testingHosts })
    : startServer(options));
  if (started.isErr()) return err(started.error); // no storage was opened, so no new file stays behind
  const server: ListeningServer & Partial<Pick<SessionServer, 'testing'>> = started.value;

  const opening = await open();
  if (opening.isErr()) {
    void (await server.close()); // the error that prevented the start is reported
    return err(opening.error);
  }

  const address = publicUrl ?? server.url.replace(/\/v1$/, '');
  const url = `${address}/v1`;
  // The page reads the key from the fragment, which is never sent. The line may be logged, so it contains a generated key only.
  const docs = `${address}/docs${generatedKey === undefined ? '' : `#key=${generatedKey}`}`;
  // Whoever set a token knows it, so it is not printed.
  const testing = server.testing && { ...server.testing, ...(testingToken !== undefined && { token: undefined }) };
  if (json) {
    output.print(JSON.stringify({ url, apiKey: apiKeys[0], docs, testing, pid: process.pid }));
  } else {
    const curl = `curl -H "Authorization: Bearer ${generatedKey ?? '<API_KEY>'}"`;
    output.print(`Pet store listening on ${server.url}`);
    output.print(`Storage: ${opening.value.location}`);
    if (generatedKey !== undefined) {
      const pets = settings.storage === 'memory' ? '' : '; the pets stay';
      output.print(`API key: ${generatedKey}`);
      output.print(
        `  It is new at each start${pets}. To keep one, start with --api-key dev: npm start -- --api-key dev`,
      );
    }
    output.print(`Documentation: ${docs}`);
    output.print(`Add a pet: ${curl} -H "Content-Type: application/json" -d "${addRex}" "${url}/pets"`);
    output.print(`List them: ${curl} "${url}/pets"`);
    if (testing !== undefined) {
      const post = `curl -X POST -H "Authorization: Bearer ${testing.token ?? '<TOKEN>'}"`;
      output.print(`Open a session: ${post} "${testing.url}/sessions"`);
    }
  }

  if (!stop.aborted) await once(stop, 'abort');
  if (stop.reason === 'stdin' && !json) output.warn('Stopping, because stdin has ended.');
  const pending = server.pendingRequests();
  if (pending > 0 && !json) output.warn(describePending(pending, stop.reason));
  return server.close();
}

/** Says what a stop waits for, and how a person at a terminal can end the wait. */
function describePending(pending: number, reason: unknown): string {
  const requests = pending === 1 ? '1 request is' : `${pending} requests are`;
  const hint = reason === 'SIGINT' ? ' To stop at once, press Ctrl-C again.' : '';
  return `Stopping once ${requests} answered, after ${drainTimeout / 1_000} s at the latest.${hint}`;
}
