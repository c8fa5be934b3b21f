import type { PetStore } from '@petstore/core';
import { createOperationErrorResponse, type ResponseDraft } from '../response.ts';

/** The path of the health check, below the base path. */
export const healthPath = '/healthz';

/**
 * Answers a health check: 200 if the store can list its pets, else the 503 of the list, for example while the database is down.
 * It does not check whether creations work: a full disk fails these alone.
 */
export async function checkHealth(store: PetStore): Promise<ResponseDraft> {
  const listed = await store.listPets({ limit: 1 });
  if (listed.isErr()) return createOperationErrorResponse(listed.error, true);
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '{"status":"ok"}' };
}
