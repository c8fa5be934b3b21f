import { storageFailure } from '@petstore/core';
import type { QueryFailure } from './query-failure.ts';
import { quoteTableName } from './table-name.ts';
import type { Skipped } from './skip-taken-ids.ts';

/** Makes the failures of a storage, with messages for people. */
export type Failures = ReturnType<typeof createFailures>;

/**
 * Creates {@link Failures}.
 *
 * @param table the table as the caller named it
 * @param server where the database is, without a password
 */
export function createFailures(table: string, server: string) {
  const sql = quoteTableName(table) ?? table;
  /** Returns what to do about an id that is taken. */
  const adviceForId = (skipped: Skipped): string =>
    ({
      'not-taken': '',
      skipped: '; other programs brought in many pets: try again, each creation skips more of their ids',
      'no-sequence': '; the table assigned an id that is taken: correct what assigns its ids',
      refused:
        `; another program brought in pets with ids of their own: run SELECT setval(pg_get_serial_sequence('${sql.replaceAll("'", "''")}', 'id'), max(id)) ` +
        `FROM ${sql} as its owner, or GRANT USAGE on this sequence, so that the service can skip them`,
    })[skipped];
  const describe = (failure: QueryFailure) => describeFailure(failure, server);
  return {
    /** For an insert: the outcome comes first. */
    ofInsert: (failure: QueryFailure, skipped: Skipped) =>
      failure.outcome === 'unknown'
        ? storageFailure(
            `It is not known whether the pet was stored: ${describe(failure)}. Look for it before you add it again.`,
            failure.error,
            'unknown',
          )
        : storageFailure(
            `The pet was not stored: ${describe(failure)}${adviceForId(skipped)}.`,
            failure.error,
            'not_stored',
          ),
    /** For a list or a get. */
    ofRead: (failure: QueryFailure) =>
      storageFailure(`The pets could not be read: ${describe(failure)}.`, failure.error),
    /** For the opening. */
    ofOpening: (failure: QueryFailure) =>
      storageFailure(`The table ${table} could not be opened: ${describe(failure)}.`, failure.error),
    /** For any other reason, which follows the name of the table. */
    because: (reason: string) => storageFailure(`The table ${table} in ${server} ${reason}.`),
    /** For a call after `close`. */
    closed: storageFailure(`The table ${table} in ${server} is closed.`, undefined, 'not_stored'),
    /** For an insert that returned no row. */
    dropped: storageFailure(
      `The table ${table} in ${server} did not store the pet: a trigger or a rule dropped it, or put it into another table.`,
      undefined,
      'unknown',
    ),
  };
}

function describeFailure({ outcome, error }: QueryFailure, server: string): string {
  const { code = 'no reason given', message, severity } = error;
  if (code === 'ECONNREFUSED') {
    return `there was no connection to ${server}, because nothing listens there; start PostgreSQL, or correct the address`;
  }
  const happened = {
    'not-sent': `there was no connection to ${server}`,
    'rolled-back': `${server} refused it`,
    unknown: severity === undefined ? `${server} did not answer` : `${server} failed`,
  };
  const reason = (message || code).replace(/[\p{Cc}\s]+/gu, ' ').replace(/\.$/, ''); // on one line
  return `${happened[outcome]} (${reason})${adviceFor(error)}`;
}

/** Returns what to do if the reason of PostgreSQL or `pg` does not tell. */
function adviceFor({ code = '', message }: QueryFailure['error']): string {
  switch (code) {
    case '42501':
      return '; GRANT the rights that the README of @petstore/storage-postgres lists';
    case '22012':
      return `; the table assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}: correct its sequence`;
    case '53300':
      return '; let it have more connections, or open fewer: maxConnections=3 in the address, or that option';
  }
  if (message.startsWith('unsupported startup parameter')) {
    return '; leave it out of the address or the pool, or list it in ignore_startup_parameters of PgBouncer';
  }
  return message.includes('client password must be') ? '; give it in the address or in the variable PGPASSWORD' : '';
}
