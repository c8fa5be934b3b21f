import { startThrowawayPostgres } from './throwaway-postgres.ts';

/** A database for tests. */
export interface ProvidedDatabase {
  /** Its address; the user may create tables, schemas and roles. */
  readonly connectionString: string;
  /** Ends a throwaway server; a server that was there before stays. */
  stop(): Promise<void>;
}

/**
 * Gives the database that the variable `PETSTORE_TEST_POSTGRES` names by its address, or else a throwaway one.
 *
 * @throws Error with a sentence that says what to do, where there is neither
 */
export async function provideDatabase(): Promise<ProvidedDatabase> {
  const connectionString = process.env.PETSTORE_TEST_POSTGRES;
  return connectionString ? { connectionString, stop: () => Promise.resolve() } : startThrowawayPostgres();
}
