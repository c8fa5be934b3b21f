// Runs once before all test files: chooses the seed of the run and starts the shared PostgreSQL server.
import { provideDatabase } from '@petstore/test-support/postgres';
import { randomInt } from 'node:crypto';
import { env } from 'node:process';

export default async function setUp(): Promise<() => Promise<void>> {
  env.PETSTORE_TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`To repeat the random inputs of this run: PETSTORE_TEST_SEED=${env.PETSTORE_TEST_SEED}`);

  const database = await provideDatabase();
  env.PETSTORE_TEST_POSTGRES = database.connectionString; // read by provideDatabase() in each test file
  return () => database.stop();
}
