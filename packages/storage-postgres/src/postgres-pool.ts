import type { Pool } from 'pg';

/** A `Pool` of `pg` 8.21 or later. It does not have the type of `pg`, because users may not have those types. */
export interface PostgresPool {
  /** What the pool was created with. */
  readonly options: { readonly connectionTimeoutMillis?: number | undefined };
  /** Resolves with a new or an idle connection. */
  connect(): Promise<unknown>;
}

/** Whether a value is a pool whose connections tell if their last user forgot to end a transaction, as since `pg` 8.21. */
export function isPool(value: unknown): value is Pool {
  const { Client } = (value ?? {}) as { readonly Client?: { readonly prototype?: object } };
  return Client?.prototype !== undefined && 'getTransactionStatus' in Client.prototype;
}
