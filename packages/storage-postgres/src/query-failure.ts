/** An error of `pg`, the network or the database. */
export interface DriverError extends Error {
  /** An SQLSTATE if the database answered. Otherwise it may be a system code such as `ECONNREFUSED`. */
  readonly code?: string;
  /** `ERROR`, `FATAL` or `PANIC`, in the language of the server. Only the database sets it. */
  readonly severity?: string;
  /** The system call that failed, such as `write`. */
  readonly syscall?: string;
  /** Values that violate a constraint: `Key (id)=(7) already exists.`, in the language of the server. */
  readonly detail?: string;
}

/** Why a statement failed, and whether it had an effect. */
export interface QueryFailure {
  /**
   * - `not-sent`: the database did not get the statement;
   * - `rolled-back`: the database answered that it did nothing;
   * - `unknown`: the statement was sent, and its effect is not known.
   */
  readonly outcome: 'not-sent' | 'rolled-back' | 'unknown';
  /** What happened and what to do, as a part of a sentence: `PostgreSQL at db:5432, database pets refused it (disk full)`. */
  readonly message: string;
  /** Why it happened: `disk full`. */
  readonly reason: string;
  /** What to do, after the reason: `; make room`. Empty if the reason says it, or nobody knows. */
  readonly advice: string;
  readonly error: DriverError;
}

/** Creates a `QueryFailure` from an error of the server that `server` describes. */
export function createQueryFailure(outcome: QueryFailure['outcome'], error: DriverError, server: string): QueryFailure {
  const { code = 'no reason given', severity } = error;
  const reason = (error.message || code).replace(/[\p{Cc}\s]+/gu, ' ').replace(/\.$/, ''); // on one line
  const advice = advices.find(([pattern]) => pattern.test(`${code} ${error.message}`))?.[1] ?? '';
  const noConnection = `there was no connection to ${server}`;
  if (code === 'ECONNREFUSED')
    return { outcome, message: `${noConnection}, because nothing listens there${advice}`, reason, advice, error };
  const happened = {
    'not-sent': noConnection,
    'rolled-back': `${server} refused it`,
    unknown: severity === undefined ? `${server} did not answer` : `${server} failed`,
  };
  return { outcome, message: `${happened[outcome]} (${reason})${advice}`, reason, advice, error };
}

/** A broken connection (08), a shutdown or a crash (57P), completion unknown (40003), an internal error (XX). */
const unknownOutcome = /^(?:08|57P|40003|XX)/;

/** Wrong values or names (2, 3, 4), a trigger (P0), a statement that was stopped (57014): errors that never hit a commit. */
const statementError = /^(?:[234]|P0|57014)/;

/**
 * Tells the outcome of a statement that failed on an open connection.
 *
 * - No severity, because no answer came: unknown, unless the statement was not sent.
 * - ERROR: nothing was done.
 * - FATAL, PANIC: unknown, they can hit a commit.
 * - Severity may be translated (`lc_messages`); then the SQLSTATE decides.
 */
export function determineOutcome(error: DriverError): QueryFailure['outcome'] {
  const { code = '', severity } = error;
  if (isEndBeforeStatement(error)) return 'not-sent';
  const mayHitCommit = severity === undefined || severity === 'FATAL' || severity === 'PANIC';
  if (mayHitCommit || unknownOutcome.test(code)) return 'unknown';
  return severity === 'ERROR' || statementError.test(code) ? 'rolled-back' : 'unknown';
}

/**
 * Whether a connection ended before the server had the statement:
 *
 * - the server or PgBouncer ended the idle connection;
 * - PgBouncer had no connection to the server, an error without a code of its own;
 * - the operating system did not take the end of the statement.
 */
function isEndBeforeStatement({ code = '', message, syscall }: DriverError): boolean {
  return code === '57P05' || code === '25P03' || syscall === 'write' || endedByPgBouncer.test(message);
}

const endedByPgBouncer = /^(?:client_idle_timeout|query_wait_timeout|server login has been failing)/;

/** The message of the error for a new connection that does not answer. */
export const noFirstAnswer = 'a new connection got no answer';

/** The message of the error for a call that waited in vain because discarded connections keep their places. The number of connections follows. */
export const notEnded = 'connections that the server has not ended yet after a statement was given up';

/**
 * Whether a new connection was accepted and closed before its first use, as by a proxy without a server, or by PGlite with another
 * client.
 */
export function isClosedAtStart({ code, message }: DriverError): boolean {
  return /^(?:ECONNRESET|EPIPE|57P01|57P02)$/.test(code ?? '') || message.startsWith('Connection terminated');
}

/**
 * Whether a connection was refused for now: there is no room for one more client (53300), or the server is starting or stopping
 * (57P03). PgBouncer before 1.19 and Supavisor have no codes of their own.
 */
export function isRefusedForNow(error: DriverError): boolean {
  const { code, message } = error;
  return code === '53300' || code === '57P03' || isEndBeforeStatement(error) || noRoom.test(message);
}

const noRoom = new RegExp(`no more connections allowed|max client(?: connection)?s reached|^${noFirstAnswer}`, 'i');

/** Whether a serialization failure or a deadlock rolled the statement back, so that another try may succeed. */
export function isConflict({ outcome, error }: Pick<QueryFailure, 'outcome' | 'error'>): boolean {
  return outcome === 'rolled-back' && (error.code === '40001' || error.code === '40P01');
}

/**
 * Whether a connection is of use after a failure.
 *
 * - Broken, or the outcome is unknown: no.
 * - 0A000: no, the connection holds a plan for a table that has changed.
 * - 25006: no, the server is a standby, and another connection may reach the primary.
 */
export function keepsConnection({ outcome, error }: QueryFailure): boolean {
  return outcome === 'rolled-back' && error.code !== '0A000' && error.code !== '25006';
}

/** Whether a prepared statement is unknown (26000), or its name is taken (42P05). */
export function isLostName({ error }: QueryFailure): boolean {
  return error.code === '26000' || error.code === '42P05';
}

/** What to do about an error whose message does not say. Each pattern is matched against the code, a space and the message. */
const advices: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^ECONNREFUSED /, '; start PostgreSQL, or correct the address'],
  [
    /^42501 .*row-level security/,
    '; CREATE POLICY so that this user may add and read every pet, or switch row-level security off for the table',
  ],
  [
    /^42501 /,
    '; GRANT what is missing: USAGE on the schema, SELECT and INSERT on the table, USAGE on the sequence of a serial id',
  ],
  [
    /^22012 /,
    `; the table assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}: correct its sequence`, // see pet-sql.ts
  ],
  [/^22P05 /, "; create the database with ENCODING 'UTF8'"],
  [/^23502 /, '; give the column a default, or let it be NULL'],
  [/^42P10 /, '; make id the primary key'],
  [/^25006 /, '; it is a standby, or set to read only: give the address of the primary'],
  [
    /^3F000 /,
    '; create the schema, or name one that exists: in the option table, as public.pets, or in the search_path of the user',
  ],
  [/^53300 /, '; let it have more connections, or open fewer: maxConnections=3 in the address, or that option'],
  [
    /a new connection got no answer|no more connections allowed|max client/i,
    '; a pooler may have no connection to spare: let it have more, or open fewer: maxConnections=3 in the address, or that option',
  ],
  [
    new RegExp(notEnded),
    '; a commit may be waiting for a standby that synchronous_standby_names of the server asks for',
  ],
  [
    /timeout while waiting for a connection/,
    '; all connections of the server or a pooler may be in use: let it have more, or give each service a smaller maxConnections',
  ],
  [
    /unsupported startup parameter/,
    '; leave it out of the address or the pool, or list it in ignore_startup_parameters of PgBouncer',
  ],
  [/client password must be/, '; give it in the address or in the variable PGPASSWORD'],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/,
    '; give the certificate of its authority as sslrootcert=FILE in the address, or use sslmode=no-verify, which checks no certificate',
  ],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, '; use the host that the certificate names, or sslmode=no-verify'],
  [
    /does not support SSL connections/,
    '; switch on ssl in the server, or use sslmode=disable in the address, as for every unix socket',
  ],
  [/^28000 .*(?:encryption|SSL)/, '; use sslmode=verify-full or sslmode=no-verify in the address'],
];

/** Whether the first connection failed as it does if something other than PostgreSQL listens there. */
export function isPerhapsNotPostgres({ outcome, error }: QueryFailure): boolean {
  return outcome === 'not-sent' && answerOfAnotherServer.test(error.message);
}

const answerOfAnotherServer =
  /^(?:Connection terminated|received invalid response|timeout|There was an error establishing an SSL)/;
