export { openPostgresStorage, type PostgresPool, type PostgresStorageOptions } from '@petstore/storage-postgres';
