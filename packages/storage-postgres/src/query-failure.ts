/** An error of `pg`, the network or the database. */
export interface DriverError extends Error {
  /** An SQLSTATE if the database answered. Otherwise it may be a system code such as `ECONNREFUSED`. */
  readonly code?: string;
  /** `ERROR`, `FATAL` or `PANIC`, in the language of the server. Only the database sets it. */
  readonly severity?: string;
  /** The system call that failed, such as `write`. */
  readonly syscall?: string;
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
  const happened = {
    'not-sent': `there was no connection to ${server}`,
    'rolled-back': `${server} refused it`,
    unknown: severity === undefined ? `${server} did not answer` : `${server} failed`,
  };
  const why = code === 'ECONNREFUSED' ? ', because nothing listens there' : ` (${reason})`;
  return { outcome, message: `${happened[outcome]}${why}${advice}`, reason, advice, error };
}

/** A broken connection (08), a shutdown or a crash (57P), completion unknown (40003), an internal error (XX). */
const unknownOutcome = /^(?:08|57P|40003|XX)/;

/** Wrong values or names (2, 3, 4), a trigger (P0), a statement that was stopped (57014): errors that never hit a commit. */
const statementError = /^(?:[234]|P0|57014)/;

/**
 * Tells the outcome of a statement that failed on an open connection. Without a severity, no answer came. ERROR means that nothing was
 * done; FATAL and PANIC can hit a commit. The server may translate the severity (`lc_messages`): then the SQLSTATE decides.
 */
export function determineOutcome(error: DriverError): QueryFailure['outcome'] {
  const { code = '', severity } = error;
  if (isEndBeforeStatement(error)) return 'not-sent';
  const mayHitCommit = severity === undefined || severity === 'FATAL' || severity === 'PANIC';
  if (mayHitCommit || unknownOutcome.test(code)) return 'unknown';
  return severity === 'ERROR' || statementError.test(code) ? 'rolled-back' : 'unknown';
}

/** Whether a connection ended before the server had the statement: while it was idle, or before the system took the whole statement. */
function isEndBeforeStatement({ code = '', message, syscall }: DriverError): boolean {
  return code === '57P05' || code === '25P03' || syscall === 'write' || endedBefore.test(message);
}

/** Messages of PgBouncer, which have no code of their own, and of `pg` if it had read that the connection ended. */
const endedBefore =
  /^(?:client_idle_timeout|query_wait_timeout|server login has been failing|no more connections allowed|Client .+ not queryable$)/;

/**
 * Whether a connection was refused for now: there is no room for one more client (53300), the server is starting or stopping (57P),
 * or the connection was closed before its first use.
 */
export function isRefusedForNow(error: DriverError): boolean {
  const { code = '', message } = error;
  const isRefused = /^(?:53300|57P0[123]|ECONNRESET|EPIPE)$/.test(code) || message.startsWith('Connection terminated');
  return isRefused || isEndBeforeStatement(error);
}

/** Whether a serialization failure or a deadlock rolled the statement back, so that another try may succeed. */
export function isConflict({ outcome, error }: Pick<QueryFailure, 'outcome' | 'error'>): boolean {
  return outcome === 'rolled-back' && (error.code === '40001' || error.code === '40P01');
}

/** Whether a connection is of use after a failure. Not after 25006: this is a standby, and another connection may reach the primary. */
export function keepsConnection(error: DriverError): boolean {
  return determineOutcome(error) === 'rolled-back' && error.code !== '25006';
}

/** Whether a prepared statement is unknown (26000), its name is taken (42P05), or a column has another type now (the other codes). */
export function isPreparedInVain({ error }: QueryFailure): boolean {
  return /^(?:26000|42P05|0A000|42804|42883)$/.test(error.code ?? '');
}

/** What to do about the commonest errors that do not say it. Each pattern is matched against the code, a space and the message. */
const advices: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^ECONNREFUSED /, '; start PostgreSQL, or correct the address'],
  [/client password must be/, '; give it in the address or in the variable PGPASSWORD'],
  [
    /^42501 (?!.*row-level security)/,
    '; GRANT what is missing: USAGE on the schema, SELECT and INSERT on the table, USAGE on the sequence of a serial id',
  ],
  [
    /does not support SSL connections/,
    '; switch on ssl in the server, or use sslmode=disable in the address, as for every unix socket',
  ],
  [/^28000 .*(?:encryption|SSL)/, '; use sslmode=verify-full or sslmode=no-verify in the address'],
];
