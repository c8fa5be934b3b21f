import { describeResult } from '../harness/calls.ts';
import type { AnswerError, CallResult } from '../adapter/protocol.ts';
import { type DecodedPet, judge, judgeError, judgePets, judgeReturned } from './judge.ts';
import { mismatch, pass } from '../observation/observation.ts';
import type { Expectation } from './conformance-case.ts';
import { judgeRequests, judgeSentOnce, readCreation, type Rule, show } from './requests.ts';
import { errorMessage } from './responses.ts';

/** The client returns this pet, or a list with only this pet. */
export function returns(pet: DecodedPet): Expectation {
  return { judge: ({ call: [operation], result }) => judgeReturned(operation, result, pet) };
}

export function returnsList(pets: readonly DecodedPet[]): Expectation {
  return { judge: ({ result }) => judgePets(result, pets) };
}

export const fails: Expectation = { isMetByFailing: true, judge: ({ result }) => judgeError(result) };

/** The client does not run into its timeout. */
export const doesNotWait: Expectation = {
  isMetByFailing: true,
  judge: ({ result }) => judge(result, 'ok' in result || result.error.kind !== 'timeout'),
};

/** The client fails with an error of the server: with one of these HTTP statuses, and this text in its message. */
export function failsWith(statuses: readonly number[], text = ''): Expectation {
  return failsWhere(
    ({ kind, status = 0, message = '' }) => kind === 'api' && statuses.includes(status) && message.includes(text),
  );
}

export function failsWhere(isWanted: (error: AnswerError) => boolean): Expectation {
  return { judge: ({ result }) => judgeError(result, isWanted) };
}

/** The client fails as it does for the plain Error body of this status. */
export function failsAsPlain(status: number): Expectation {
  return {
    plainErrorOf: status,
    judge: ({ result, plainError }) => judgeError(result, (error) => isSameError(error, plainError)),
  };
}

export function obeys(rule: Rule): Expectation {
  return { judge: ({ sent }) => judgeRequests(rule, sent) };
}

/** The client sends one request, whatever came of it. */
export const sendsOnce: Expectation = {
  judge: ({ call: [operation], store }) => judgeSentOnce(store, operation),
};

/** Every creation has this value in a field. An integer is given as its digits. */
export function sendsField(field: 'name' | 'categoryId' | 'status', wanted: string): Expectation {
  const isRight = (value: unknown) =>
    field === 'categoryId' ? typeof value !== 'string' && String(value) === wanted : value === wanted;
  return {
    judge({ sent }) {
      const wrong = sent.find((request) => !isRight(readCreation(request)?.[field]));
      if (wrong === undefined) return pass(`It sent the ${field} ${wanted}.`);
      return mismatch(`It sent ${field === 'categoryId' ? (wrong.body ?? 'no body') : show(wrong.body)}.`);
    },
  };
}

/** The client returns this pet, or refuses the call or the response. */
export function returnsOrFails(pet: DecodedPet): Expectation {
  return {
    judge: ({ call: [operation], result }) =>
      'error' in result ? pass(describeResult(result)) : judgeReturned(operation, result, pet),
  };
}

/**
 * Whether an error has the kind, the status, the code and the server's text of the plain error. The client may add to the message,
 * such as an address. That it shows the message and the code is for other cases.
 */
function isSameError(error: AnswerError, plain: CallResult | undefined): boolean {
  const summarise = ({ kind, status, code, message }: AnswerError) =>
    JSON.stringify([kind, status, code, message?.includes(errorMessage)]);
  return plain !== undefined && 'error' in plain && summarise(error) === summarise(plain.error);
}
