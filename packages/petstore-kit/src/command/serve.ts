import { err, type Result, type StorageFailure } from '@petstore/core';
import { startServer, type ListenFailure, type RunningServer } from '@petstore/http-node';
import type { ServerWithSessions } from '@petstore/testing';
import { once } from 'node:events';
import { openStorage } from './open-storage.ts';
import type { LineOutput } from './line-writer.ts';
import { createRequestLog } from './request-log.ts';
import { readSeed } from './seed.ts';
import type { Settings } from './server-command.ts';
import { formatStart, formatStartAsJson, type StartInfo } from './start-lines.ts';

/** How long a stop waits for unanswered requests, in milliseconds. */
const drainTimeout = 5_000;

/**
 * Opens the storage, starts the server, prints the address and how to call it, and serves until `stop` is aborted.
 *
 * @returns an Err if the server did not start or stop cleanly; its message is one line for the operator
 */
export async function serve(
  settings: Settings,
  output: LineOutput,
  stop: AbortSignal,
): Promise<Result<void, ListenFailure | StorageFailure>> {
  const { apiKeys, host, port, cors, publicUrl, log, json } = settings;
  const seed = await readSeed(settings.seed);
  if (seed.isErr()) return err(seed.error);
  const opened = await openStorage(settings, seed.value, output.warn);
  if (opened.isErr()) return err(opened.error);
  const { storage, location } = opened.value;

  const options = {
    apiKeys,
    storage,
    drainTimeout,
    host,
    port,
    cors,
    publicUrl,
    onRequest: createRequestLog(log, output),
  };
  const { testingToken } = settings;
  const started = await (settings.testing
    ? (await import('@petstore/testing')).startServerWithSessions({ ...options, testingToken })
    : startServer(options));
  if (started.isErr()) {
    void (await storage.close()); // the error that prevented the start is reported
    return err(started.error);
  }
  const server: RunningServer & Partial<Pick<ServerWithSessions, 'testing'>> = started.value;
  const { url, apiKey = '', testing } = server; // a list of keys has a first one
  const printed: StartInfo = {
    listeningUrl: url,
    address: publicUrl ?? url.replace(/\/v1$/, ''),
    location,
    apiKey,
    keySource: settings.keySource,
    testing: testing && { url: testing.url, ...(testingToken === undefined && { token: testing.token }) },
  };
  if (json || log === 'json') output.print(formatStartAsJson(printed, new Date()));
  else for (const line of formatStart(printed, process.stdout.isTTY && process.stdout.hasColors())) output.print(line);

  if (!stop.aborted) await once(stop, 'abort');
  if (stop.reason === 'stdin' && !json) output.warn('Stopping, because stdin has ended.');
  const pending = server.pendingRequests();
  if (pending > 0 && !json && !settings.testing)
    output.warn(`Stopping, after ${drainTimeout / 1_000} s at the latest. Unanswered requests: ${pending}.`);
  return server.close();
}
