import { storageFailure } from '@petstore/core';
import type { TimeLimits } from './pool.ts';
import type { QueryFailure } from './query-failure.ts';
import { maximumTries } from './runner.ts';

/** Makes the failures of a storage, with messages for people. */
export type Failures = ReturnType<typeof createFailures>;

/**
 * Creates {@link Failures}.
 *
 * @param table the table as the caller named it
 * @param server where the database is, without a password
 */
export function createFailures(table: string, server: string, limits: TimeLimits) {
  const describe = (failure: QueryFailure) => describeFailure(failure, table, server, limits);
  return {
    /** For an insert: the outcome comes first. */
    ofInsert: (failure: QueryFailure) =>
      failure.outcome === 'unknown'
        ? storageFailure(
            `It is not known whether the pet was stored: ${describe(failure)}. Look for it before you add it again.`,
            failure.error,
          )
        : storageFailure(`The pet was not stored: ${describe(failure)}.`, failure.error),
    /** For a list or a get. */
    ofRead: (failure: QueryFailure) =>
      storageFailure(`The pets could not be read: ${describe(failure)}.`, failure.error),
    /** For the opening. */
    ofOpening: (failure: QueryFailure) =>
      storageFailure(`The table ${table} could not be opened: ${describe(failure)}.`, failure.error),
    /** For any other reason, which follows the name of the table. */
    because: (reason: string) => storageFailure(`The table ${table} in ${server} ${reason}.`),
  };
}

function describeFailure({ outcome, error }: QueryFailure, table: string, server: string, limits: TimeLimits): string {
  const { code = 'no reason given', message } = error;
  const reason = (message || code).replace(/[\p{Cc}\s]+/gu, ' ').replace(/\.$/, ''); // on one line

  if (outcome === 'unknown') {
    if (message === 'Query read timeout') return `${server} did not answer within ${limits.queryTimeout} ms`;
    return error.severity === undefined
      ? `the connection to ${server} broke (${reason})`
      : `${server} failed (${reason})`;
  }
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${server}; start PostgreSQL there, or correct the address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${server} cannot be found; correct the address`;
    case '28P01':
    case '28000':
      return `${server} refuses the user or the password (${reason})`;
    case '3D000':
      return `${server} has no such database; create it first`;
    case '53300':
      return `${server} takes no more connections; raise its max_connections, or run fewer services on it`;
    case '40001':
    case '40P01':
      return `it was in conflict with other transactions in ${server}, ${maximumTries} times in a row`;
    case '57014':
      return `${server} stopped the statement, which took too long`;
    case '42P01':
      return `${server} no longer has the table ${table}`;
    case '42501':
      return `${server} does not allow this user to do it (${reason}); GRANT the rights that the README of @petstore/storage-postgres lists`;
    case '2200H':
      return `the table ${table} in ${server} has no id left to assign`;
    case '22012':
      return `the table ${table} in ${server} assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}; correct its sequence`;
    case '3F000':
      return `${server} has no schema to create the table in; create it, or name another one, as schema.table`;
    case '26000':
    case '42P05':
      return `${server} has other prepared statements than this connection expects, as behind some poolers (${reason}); open with namedStatements: false`;
  }
  if (outcome === 'rolled-back') return `${server} refused it (${reason})`;
  if (message.includes('client password must be')) {
    return `${server} asks for a password; give it in the address or in the variable PGPASSWORD`;
  }
  const time = message.includes('timeout') ? ` within ${limits.connectTimeout} ms` : '';
  return `there was no connection to ${server}${time} (${reason})`;
}
