import type { Pool } from 'pg';

/** Whether a value is a Pool of `pg` 8.21 or later, whose connections tell whether a transaction is open. */
export function isPool(value: unknown): value is Pool {
  const { Client, options } = (value ?? {}) as { readonly Client?: { readonly prototype?: object }; options?: object };
  return options !== undefined && Client?.prototype !== undefined && 'getTransactionStatus' in Client.prototype;
}
