import { storageFailure, type StorageFailure } from '@petstore/core';
import type { Fault } from './fault.ts';
import { maximumTries } from './runner.ts';
import type { TimeLimits } from './time-limits.ts';

/** Turns what went wrong into the failures of this storage, for people. */
export interface Failures {
  /** An insert: what became of the pet comes first. */
  readonly ofInsert: (fault: Fault) => StorageFailure;
  /** An insert that the database took and did not carry out. */
  readonly ofDroppedInsert: StorageFailure;
  /** A list or a get. */
  readonly ofRead: (fault: Fault) => StorageFailure;
  /** The opening. */
  readonly ofOpening: (fault: Fault) => StorageFailure;
  /** Anything else that is to be said of the storage: what it is, or does. */
  readonly because: (reason: string) => StorageFailure;
}

/**
 * Makes {@link Failures}.
 *
 * @param table the table as its user named it
 * @param server where the database is, without any password
 */
export function failuresOf(table: string, server: string, limits: TimeLimits): Failures {
  const reason = (fault: Fault) => reasonOf(fault, table, server, limits);
  return {
    ofInsert: (fault) =>
      fault.kind === 'unknown'
        ? storageFailure(
            `It is not known whether the pet was stored: ${reason(fault)}. Look for it before you add it again.`,
            fault.error,
          )
        : storageFailure(`The pet was not stored: ${reason(fault)}.`, fault.error),
    ofDroppedInsert: storageFailure(
      `The pet was not stored: a trigger or a rule of the table ${table} in ${server} drops it.`,
    ),
    ofRead: (fault) => storageFailure(`The pets could not be read: ${reason(fault)}.`, fault.error),
    ofOpening: (fault) => storageFailure(`The table ${table} could not be opened: ${reason(fault)}.`, fault.error),
    because: (complaint) => storageFailure(`The table ${table} in ${server} ${complaint}.`),
  };
}

function reasonOf(fault: Fault, table: string, server: string, limits: TimeLimits): string {
  switch (fault.kind) {
    case 'unsent':
      return reasonOfNoConnection(fault, server, limits);
    case 'rolled-back':
      return reasonOfRefusal(fault, table, server);
    case 'unknown':
      return fault.error.message === 'Query read timeout'
        ? `${server} did not answer within ${limits.queryTimeout} ms`
        : `the connection to ${server} broke (${said(fault)})`;
    default:
      return fault.kind satisfies never;
  }
}

function reasonOfNoConnection(fault: Fault, server: string, { connectTimeout }: TimeLimits): string {
  switch (fault.error.code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${server}; start PostgreSQL there, or correct the address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${server} cannot be found; correct the address`;
    case '28P01':
    case '28000':
      return `${server} refuses the user or the password (${said(fault)})`;
    case '3D000':
      return `${server} has no such database; create it first`;
    case '53300':
      return `${server} takes no more connections; raise its max_connections, or put fewer services on it`;
    default:
      return fault.error.code === undefined
        ? `${server} gave no connection within ${connectTimeout} ms (${said(fault)})`
        : `${server} gave no connection (${said(fault)})`;
  }
}

function reasonOfRefusal(fault: Fault, table: string, server: string): string {
  switch (fault.error.code) {
    case '40001':
    case '40P01':
      return `${server} found it in conflict with other transactions, ${maximumTries} times in a row`;
    case '57014':
      return `${server} stopped the statement, which took too long`;
    case '42P01':
      return `${server} has no table ${table} any more`;
    case '42501':
      return `${server} does not allow it to this user (${said(fault)}); GRANT the rights that the README of @petstore/storage-postgres lists`;
    case '22012':
      return `the table ${table} in ${server} assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}; correct its sequence`;
    case '2200H':
      return `the table ${table} in ${server} has no id left to assign`;
    case '3F000':
      return `${server} has no such schema; create it first`;
    default:
      return `${server} refused it (${said(fault)})`;
  }
}

/** What the driver or the database said, on one line. */
function said({ error: { message, code = 'no reason given' } }: Fault): string {
  return (message || code).replace(/\s+/g, ' ').replace(/\.$/, '');
}
