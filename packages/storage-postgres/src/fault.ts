/** What an error of the driver, the network or the database may carry. */
export interface DriverError extends Error {
  /** An SQLSTATE of five characters where the database itself answered, else a system code such as `ECONNREFUSED`. */
  readonly code?: string;
}

/** Why a statement did not succeed, and what is known of its effect. */
export interface Fault {
  /**
   * - `unsent`: there was no connection to send it over;
   * - `rolled-back`: the database answered that it did not do it;
   * - `unknown`: it was sent, and no answer says what became of it.
   */
  readonly kind: 'unsent' | 'rolled-back' | 'unknown';
  readonly error: DriverError;
}

/**
 * Answers of the database that do not say what became of a statement: a broken connection (08), a shutdown or a crash
 * (57P), completion unknown (40003), an internal error (XX).
 */
const answersLeavingItOpen = /^(?:08|57P|40003|XX)/;

/** Judges the error of a statement that was given to a connection. */
export function faultOfSent(error: DriverError): Fault {
  const state = sqlState(error);
  const open = state === undefined || answersLeavingItOpen.test(state);
  return { kind: open ? 'unknown' : 'rolled-back', error };
}

/** The SQLSTATE of an error; `undefined` where it is not the database's own. */
export function sqlState({ code }: DriverError): string | undefined {
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined;
}

/** A serialization failure or a deadlock: the database did nothing, and asks to be asked again. */
export function isConflict({ kind, error }: Fault): boolean {
  return kind === 'rolled-back' && (error.code === '40001' || error.code === '40P01');
}
