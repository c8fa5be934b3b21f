/** An error of the driver, the network or the database. */
export interface DriverError extends Error {
  /** An SQLSTATE if the database answered, else perhaps a system code such as `ECONNREFUSED`. */
  readonly code?: string;
  /** `ERROR`, `FATAL` or `PANIC`, in the language of the server; absent unless the database answered. */
  readonly severity?: string;
  /** The call of the system that failed, such as `write`, if one did. */
  readonly syscall?: string;
  /** The constraint or the index that was violated, if one was. */
  readonly constraint?: string;
}

/** Why a statement failed, and whether it had an effect. */
export interface QueryFailure {
  /**
   * - `not-sent`: there was no connection;
   * - `rolled-back`: the database answered that it did nothing;
   * - `unknown`: the statement was sent, and its outcome is not known.
   */
  readonly outcome: 'not-sent' | 'rolled-back' | 'unknown';
  readonly error: DriverError;
}

/** A broken connection (08), a shutdown or a crash (57P), completion unknown (40003), an internal error (XX). */
const unknownOutcome = /^(?:08|57P|40003|XX)/;

/** Wrong values or names (2, 3, 4), a trigger (P0), a statement that was stopped (57014): none of them comes during a commit. */
const statementError = /^(?:[234]|P0|57014)/;

/**
 * Whether a connection ended before the server had the statement, so that it may be sent again: the server or PgBouncer ended the
 * idle connection, PgBouncer had none to the server, or the system did not take the end of the statement. PgBouncer has no codes for this.
 */
export function isEndBeforeStatement({ code = '', message, syscall }: DriverError): boolean {
  return code === '57P05' || code === '25P03' || syscall === 'write' || keptByPgBouncer.test(message);
}

const keptByPgBouncer = /^(?:client_idle_timeout|query_wait_timeout|server login has been failing)/;

/**
 * Returns the outcome of a statement that failed after it had a connection. After an ERROR it is; a FATAL or a PANIC can come in the
 * middle of a commit, unless {@link isEndBeforeStatement}. The server may translate these words (`lc_messages`). Then the code decides.
 */
export function outcomeOf(error: DriverError): QueryFailure['outcome'] {
  const { code = '', severity } = error;
  if (isEndBeforeStatement(error)) return 'not-sent';
  const isFatal = severity === undefined || severity === 'FATAL' || severity === 'PANIC';
  if (isFatal || unknownOutcome.test(code)) return 'unknown';
  return severity === 'ERROR' || statementError.test(code) ? 'rolled-back' : 'unknown';
}

/** Whether a serialization failure or a deadlock rolled a statement back: it may succeed if it is sent again. */
export function isConflict({ outcome, error }: QueryFailure): boolean {
  return outcome === 'rolled-back' && (error.code === '40001' || error.code === '40P01');
}
