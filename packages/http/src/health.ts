import type { PetStore } from '@petstore/core';
import { operationErrorReply, type ReplyDraft } from './reply.ts';

/** The path of the health check, below the base path. */
export const healthPath = '/healthz';

/**
 * Answers a health check: 200 if the store can list its pets, else the 503 of the list, as while the database is down. It says
 * nothing about creations, which a full disk alone would fail.
 */
export async function healthReply(store: PetStore): Promise<ReplyDraft> {
  const listed = await store.listPets({ limit: 1 });
  if (listed.isErr()) return operationErrorReply(listed.error, true);
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '{"status":"ok"}' };
}
