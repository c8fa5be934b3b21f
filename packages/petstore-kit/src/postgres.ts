export type { OpenStorage } from '@petstore/core';
export { openPostgresStorage, type PostgresPool, type PostgresStorageOptions } from '@petstore/storage-postgres';
