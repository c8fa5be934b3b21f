import type { ResultAsync } from 'neverthrow';

/** An error of the driver, the network or the database. */
export interface DriverError extends Error {
  /** An SQLSTATE if the database itself answered, else perhaps a system code such as `ECONNREFUSED`. */
  readonly code?: string;
  /** `ERROR`, `FATAL` or `PANIC`, in the language of the server; absent unless the database itself answered. */
  readonly severity?: string;
}

/** Why a statement did not succeed, and what is known of its effect. */
export interface Fault {
  /**
   * - `unsent`: there was no connection to send it over;
   * - `rolled-back`: the database answered that it did nothing;
   * - `unknown`: it was sent, and no answer tells its outcome.
   */
  readonly kind: 'unsent' | 'rolled-back' | 'unknown';
  readonly error: DriverError;
}

/**
 * The SQLSTATEs that leave the outcome of a statement open: a broken connection (08), a shutdown or a crash (57P),
 * completion unknown (40003), an internal error (XX).
 */
const unknownOutcome = /^(?:08|57P|40003|XX)/;

/**
 * Judges the error of a statement that was sent. After an ERROR the statement is rolled back. A FATAL or a PANIC can strike in
 * the middle of a commit, so it leaves the outcome open. The word may be translated (`lc_messages`), but only an ERROR leaves
 * the session alive.
 *
 * @param ping asks the same session for another answer
 */
export async function outcomeOf(
  error: DriverError,
  ping: () => ResultAsync<unknown, unknown>,
): Promise<'rolled-back' | 'unknown'> {
  const { severity, code = '' } = error;
  if (severity === undefined || unknownOutcome.test(code)) return 'unknown';
  if (severity === 'FATAL' || severity === 'PANIC') return 'unknown';
  return severity === 'ERROR' || (await ping()).isOk() ? 'rolled-back' : 'unknown';
}

/** Tells a serialization failure or a deadlock: the database did nothing, and asks to send the statement again. */
export function isConflict({ kind, error }: Fault): boolean {
  return kind === 'rolled-back' && (error.code === '40001' || error.code === '40P01');
}
