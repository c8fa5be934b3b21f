import type { Pool } from 'pg';

/** Whether a value is a pool whose connections tell if their last user forgot to end a transaction, as since `pg` 8.21. */
export function isPool(value: unknown): value is Pool {
  const { Client, options } = (value ?? {}) as { readonly Client?: { readonly prototype?: object }; options?: object };
  return options !== undefined && Client?.prototype !== undefined && 'getTransactionStatus' in Client.prototype;
}
