import { createPetStore, err, ok, type Result } from '@petstore/core';
import { docsPages } from '@petstore/docs';
import { startServer, type RequestLog, type RunningServer } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import { addExamplePets } from './example-pets.ts';
import { failureLines, requestLine } from './request-line.ts';
import type { Settings } from './settings.ts';
import { describeStorage, openStorage } from './storage-choice.ts';

/** Where the lines of a server go. */
export interface Output {
  /** Prints a line on stdout. */
  readonly print: (line: string) => void;
  /** Prints a line on stderr. */
  readonly complain: (line: string) => void;
}

/** Why a server could not start: one sentence. */
export type StartFailure = string;

/** A pet as a JSON text that the shells of every system read alike between double quotes. */
const addRex = String.raw`{\"name\":\"Rex\",\"categoryId\":1}`;

/** Opens the storage, starts the server, and prints where it is and how to call it. */
export async function serve(settings: Settings, output: Output): Promise<Result<RunningServer, StartFailure>> {
  const opened = await openStorage(settings.storage, output.complain);
  if (opened.isErr()) return err(opened.error.message);
  const storage = opened.value;

  const store = createPetStore({ storage });
  const generatedKey = settings.apiKeys.length === 0 ? randomBytes(16).toString('hex') : undefined;
  const started = await addExamplePets(store, settings.seed).andThen(() =>
    startServer({
      store,
      apiKeys: generatedKey === undefined ? settings.apiKeys : [generatedKey],
      storage,
      host: settings.host,
      port: settings.port,
      cors: settings.cors,
      pages: docsPages(),
      onRequest: logTo(output, settings.quiet),
    }),
  );
  if (started.isErr()) {
    void (await storage.close()); // the reason why the server did not start counts
    return err(started.error.message);
  }

  const { url } = started.value;
  output.print(`Pet store listening on ${url}`);
  output.print(`Storage: ${describeStorage(settings.storage)}`);
  output.print(`Documentation: ${url.replace(/v1$/, 'docs')}`);
  const authorized = `curl -H "Authorization: Bearer ${generatedKey ?? '<API_KEY>'}"`;
  output.print(`Add a pet: ${authorized} -H "Content-Type: application/json" -d "${addRex}" "${url}/pets"`);
  output.print(`List them: ${authorized} "${url}/pets"`);
  return ok(started.value);
}

function logTo({ print, complain }: Output, quiet: boolean): (record: RequestLog) => void {
  return (record) => {
    if (!quiet) print(requestLine(record));
    if (record.failure !== undefined) complain(failureLines(record));
  };
}
