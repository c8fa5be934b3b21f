export { openPostgresStorage, type PostgresStorageOptions } from './open-postgres-storage.ts';
export type { PostgresConnection, PostgresPool } from './pool.ts';
