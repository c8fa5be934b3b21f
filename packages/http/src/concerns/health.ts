import type { PetStore } from '@petstore/core';
import { respondToRead } from '../methods.ts';
import type { HttpSettings } from '../options.ts';
import { createOperationErrorResponse, type ResponseDraft } from '../response.ts';
import type { Concern } from './concern.ts';

/** Answers `/healthz`, below the base path. In a host, the path is left to the host, which may have its own health check. */
export function answerHealthChecks({ store }: HttpSettings): Concern {
  return {
    respond(request, { outsidePath }) {
      return outsidePath === '/healthz' ? respondToRead(request, () => checkHealth(store)) : undefined;
    },
  };
}

/**
 * Answers a health check: 200 if the store can list its pets, else the 503 of the list, for example while the database is down.
 * It does not check whether creations work: a full disk fails these alone.
 */
async function checkHealth(store: PetStore): Promise<ResponseDraft> {
  const listed = await store.listPets({ limit: 1 });
  if (listed.isErr()) return createOperationErrorResponse(listed.error, true);
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '{"status":"ok"}' };
}
