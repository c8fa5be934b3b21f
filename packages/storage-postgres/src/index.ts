export { openPostgresStorage, type PostgresStorageOptions } from './open-postgres-storage.ts';
export type { PostgresPool } from './postgres-pool.ts';
