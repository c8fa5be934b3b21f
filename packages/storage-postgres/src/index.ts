export { openPostgresStorage, type PostgresStorageOptions } from './open-postgres-storage.ts';
export type { PostgresConnection, PostgresPool } from './postgres-pool.ts';
