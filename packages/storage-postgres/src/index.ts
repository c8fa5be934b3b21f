export { openPostgresStorage, type PostgresPool, type PostgresStorageOptions } from './open-postgres-storage.ts';
export { describeServer } from './server-address.ts';
