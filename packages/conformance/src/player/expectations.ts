// What is expected of the client, in the words of the tables.
import type { AnswerError, ClientResult } from '../adapter/protocol.ts';
import { judgeReturned } from '../cases/pet-operations.ts';
import { errorMessage } from '../cases/responses.ts';
import { judgeSentOnce } from '../cases/sent-count.ts';
import type { Expectation } from './exchange.ts';
import { judgeError, judgePets, type DecodedPet } from '../judge.ts';
import { judgeRequests, type Rule } from '../rule.ts';

/** The client returns this pet, or a list with only this pet. */
export function returns(pet: DecodedPet): Expectation {
  return { judge: ({ call: [operation], result }) => judgeReturned(operation, result, pet) };
}

/** The client returns these pets, in this order. */
export function returnsList(pets: readonly DecodedPet[]): Expectation {
  return { judge: ({ result }) => judgePets(result, pets) };
}

/** The client fails, in whatever way. */
export const fails: Expectation = { isMetByFailing: true, judge: ({ result }) => judgeError(result) };

/** The error that a client must fail with. */
interface WantedError {
  /** The HTTP status is one of these. */
  readonly statuses: readonly number[];
  readonly code?: string;
  /** A part of the message. */
  readonly message?: string;
}

/** The client fails with an error of the server. */
export function failsWith(wanted: WantedError): Expectation {
  const isWanted = ({ kind, status, code, message }: AnswerError) =>
    kind === 'api' &&
    status !== undefined &&
    wanted.statuses.includes(status) &&
    (wanted.code === undefined || code === wanted.code) &&
    (wanted.message === undefined || message?.includes(wanted.message) === true);
  return { judge: ({ result }) => judgeError(result, isWanted) };
}

/** The client fails as it does for the plain Error body of this status. */
export function failsAsPlain(status: number): Expectation {
  return {
    plainErrorOf: status,
    judge: ({ result, plainError }) => judgeError(result, (error) => isSameError(error, plainError)),
  };
}

/** The requests of the client obey a rule. */
export function obeys(rule: Rule): Expectation {
  return { judge: ({ call: [operation], session }) => judgeRequests(rule, session.requests(operation)) };
}

/** The client sends one request, whatever came of it. */
export const sendsOnce: Expectation = {
  judge: ({ call: [operation], session }) => judgeSentOnce(session, operation),
};

/**
 * Whether an error has the kind, the status, the code and the server's text of the plain error. The client may add to the message,
 * such as an address. A client that never shows code and message fails in case 24.
 */
function isSameError(error: AnswerError, plain: ClientResult | undefined): boolean {
  const summarise = ({ kind, status, code, message }: AnswerError) =>
    JSON.stringify([kind, status, code, message?.includes(errorMessage)]);
  return plain !== undefined && 'error' in plain && summarise(error) === summarise(plain.error);
}
