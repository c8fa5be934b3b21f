import type { ResultAsync } from '@petstore/core';

/** An error of the driver, the network or the database. */
export interface DriverError extends Error {
  /** An SQLSTATE if the database answered, else perhaps a system code such as `ECONNREFUSED`. */
  readonly code?: string;
  /** `ERROR`, `FATAL` or `PANIC`, in the language of the server; absent unless the database answered. */
  readonly severity?: string;
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

/**
 * Returns whether a statement that was sent and failed is rolled back. After an ERROR it is; a FATAL or a PANIC can come in the
 * middle of a commit. The server may translate these words (`lc_messages`). Then the ping decides: only after an
 * ERROR does the session go on. A pooler may send the ping in another session, so the words count first.
 *
 * @param ping sends another statement in the same session
 */
export async function outcomeOf(
  { code = '', severity }: DriverError,
  ping: () => ResultAsync<unknown, unknown>,
): Promise<'rolled-back' | 'unknown'> {
  if (severity === undefined || unknownOutcome.test(code)) return 'unknown';
  if (severity === 'FATAL' || severity === 'PANIC') return 'unknown';
  return severity === 'ERROR' || (await ping()).isOk() ? 'rolled-back' : 'unknown';
}

/** Whether a serialization failure or a deadlock rolled a statement back: it may succeed if it is sent again. */
export function isConflict({ outcome, error }: QueryFailure): boolean {
  return outcome === 'rolled-back' && (error.code === '40001' || error.code === '40P01');
}
