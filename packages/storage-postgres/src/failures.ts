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
      'no-sequence':
        '; the table assigned an id that is taken: correct what assigns its ids, or if that is a sequence, run ' +
        `ALTER SEQUENCE its_name OWNED BY ${sql}.id, so that the service can skip them`,
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
      storageFailure(
        `The table ${table} could not be opened: ${describe(failure)}${adviceForPort(failure)}.`,
        failure.error,
      ),
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

/** Returns a question if something other than PostgreSQL may listen there. */
function adviceForPort({ outcome, error }: QueryFailure): string {
  const isDoubtful = outcome === 'not-sent' && notPostgres.test(error.message);
  return isDoubtful ? '; is it PostgreSQL that listens there? Check the port' : '';
}

/** Returns what to do if the reason of PostgreSQL or `pg` does not tell. */
function adviceFor({ code = '', message }: QueryFailure['error']): string {
  switch (code) {
    case '42501':
      return '; GRANT the rights that docs/postgres.md of petstore-kit lists';
    case '22012':
      return `; the table assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}: correct its sequence`;
    case '53300':
      return '; let it have more connections, or open fewer: maxConnections=3 in the address, or that option';
  }
  return advices.find(([reason]) => reason.test(`${code} ${message}`))?.[1] ?? '';
}

/** What to do about errors of `pg`, TLS and PgBouncer, which have no SQLSTATE of their own. */
const advices: readonly (readonly [reason: RegExp, advice: string])[] = [
  [
    /unsupported startup parameter/,
    '; leave it out of the address or the pool, or list it in ignore_startup_parameters of PgBouncer',
  ],
  [
    /a new connection got no answer|no more connections allowed|max client/i,
    '; a pooler may have no connection to spare: let it have more, or open fewer: maxConnections=3 in the address, or that option',
  ],
  [/client password must be/, '; give it in the address or in the variable PGPASSWORD'],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/,
    '; give the certificate of its authority as sslrootcert=FILE in the address, or use sslmode=no-verify, which checks no certificate',
  ],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, '; use the host that the certificate names, or sslmode=no-verify'],
  [/does not support SSL connections/, '; switch on ssl in the server, or use sslmode=disable in the address'],
  [/^28000 .*(?:encryption|SSL)/, '; use sslmode=verify-full or sslmode=no-verify in the address'],
];

/** How the first connection fails if something other than PostgreSQL listens there. */
const notPostgres =
  /^(?:Connection terminated|received invalid response|timeout|There was an error establishing an SSL)/;
