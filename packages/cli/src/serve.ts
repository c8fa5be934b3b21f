import { createPetStore, err, type InvalidRequest, type Result, type StorageFailure } from '@petstore/core';
import { docsPages } from '@petstore/docs';
import { startServer, type ListenFailure, type RequestLog } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import { addExamplePets } from './example-pets.ts';
import { failureLines, requestLine } from './request-line.ts';
import type { Settings } from './settings.ts';
import { describeStorage, openStorage } from './storage-choice.ts';

/** Where the lines of the command go. */
export interface Output {
  /** Prints a line on stdout. */
  readonly print: (line: string) => void;
  /** Prints a line on stderr. */
  readonly warn: (line: string) => void;
}

/** Why a server did not start or did not stop cleanly; the message is one sentence. */
export type ServeFailure = InvalidRequest | ListenFailure | StorageFailure;

/** A pet as JSON for a shell, between double quotes. */
const addRex = String.raw`{\"name\":\"Rex\",\"categoryId\":1}`;

/**
 * Opens the storage, starts the server, prints its address and how to call it, and serves until a stop is requested.
 *
 * @param stopRequested resolves when the server is to stop
 */
export async function serve(
  settings: Settings,
  output: Output,
  stopRequested: Promise<void>,
): Promise<Result<void, ServeFailure>> {
  const opened = await openStorage(settings.storage, output.warn);
  if (opened.isErr()) return err(opened.error);
  const storage = opened.value;

  const store = createPetStore({ storage });
  const generatedKey = settings.apiKeys.length === 0 ? randomBytes(16).toString('hex') : undefined;
  const apiKeys = generatedKey === undefined ? settings.apiKeys : [generatedKey];
  const started = await addExamplePets(store, settings.seed).andThen(() =>
    startServer({
      store,
      apiKeys,
      storage,
      host: settings.host,
      port: settings.port,
      cors: settings.cors,
      pages: docsPages(),
      onRequest: logTo(output, settings.quiet || settings.json),
    }),
  );
  if (started.isErr()) {
    void (await storage.close()); // the error that prevented the start is reported
    return err(started.error);
  }

  const { url } = started.value;
  const docs = url.replace(/v1$/, 'docs');
  if (settings.json) output.print(JSON.stringify({ url, apiKey: apiKeys[0], docs, pid: process.pid }));
  else printForPeople();

  await stopRequested;
  return started.value.close();

  function printForPeople(): void {
    const curl = `curl -H "Authorization: Bearer ${generatedKey ?? '<API_KEY>'}"`;
    output.print(`Pet store listening on ${url}`);
    output.print(`Storage: ${describeStorage(settings.storage)}`);
    output.print(`Documentation: ${docs}`);
    output.print(`Add a pet: ${curl} -H "Content-Type: application/json" -d "${addRex}" "${url}/pets"`);
    output.print(`List them: ${curl} "${url}/pets"`);
  }
}

function logTo({ print, warn }: Output, quiet: boolean): (request: RequestLog) => void {
  return (request) => {
    if (!quiet) print(requestLine(request));
    if (request.failure !== undefined) warn(failureLines(request));
  };
}
