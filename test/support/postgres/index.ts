export { findFreePort } from './free-port.ts';
export { encodeErrorMessage, startMessageProxy, type ClientMessage } from './message-proxy.ts';
export { startPgBouncer, whyNoPgBouncer, type PgBouncer } from './pgbouncer.ts';
export { provideDatabase, type ProvidedDatabase } from './provide-database.ts';
export { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts';
