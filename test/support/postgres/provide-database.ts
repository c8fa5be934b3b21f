import { startThrowawayPostgres } from './throwaway-postgres.ts';

/** A database for tests. */
export interface ProvidedDatabase {
  /** Its address; the user may create tables, schemas and roles. */
  readonly connectionString: string;
  /** Stops a throwaway server. A server that was running before goes on. */
  stop(): Promise<void>;
}

/**
 * Returns the database that the variable `PETSTORE_TEST_POSTGRES` names, or else one on a throwaway server.
 *
 * @throws Error that says what to do if there is neither
 */
export async function provideDatabase(): Promise<ProvidedDatabase> {
  const connectionString = process.env.PETSTORE_TEST_POSTGRES;
  return connectionString ? { connectionString, stop: () => Promise.resolve() } : startThrowawayPostgres();
}
