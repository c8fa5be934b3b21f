export { openPostgresStorage, type PostgresPool, type PostgresStorageOptions } from './open-postgres-storage.ts';
