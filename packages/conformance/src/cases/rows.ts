import type { CallArguments } from '../adapter/protocol.ts';
import type { CaseResponse } from '../harness/calls.ts';
import type { DecodedPet } from '../player/judge.ts';
import type { Exchange, Expectation } from '../player/conformance-case.ts';
import { failsAsPlain, returns } from '../player/expectations.ts';
import { createdResponse, errorResponse } from '../player/responses.ts';
import { calls, type interfaceErrors, type PetOperation, petOperations, rex } from '../player/samples.ts';

/** Makes a row whose call can have a pet as its response. */
export function rowFor({ operation, argsFor }: PetOperation, row: Omit<Exchange, 'call'>, pet = rex): Exchange {
  return { call: [operation, argsFor(pet)], ...row };
}

/** Makes a row for each operation: the client must return the pet. */
export function returnedRows(
  makeResponse: (petOperation: PetOperation) => CaseResponse,
  pet: DecodedPet = rex,
  operations: readonly PetOperation[] = petOperations,
): readonly Exchange[] {
  return operations.map((each) => rowFor(each, { response: makeResponse(each), expect: returns(pet) }, pet));
}

/** Makes a row with a creation. A script answers it: the body is recorded even if the store would refuse the media type. */
export function creationRow(args: CallArguments, expect: Expectation): Exchange {
  return { call: ['createPet', args], response: createdResponse(args), expect };
}

/** Makes a row for each call and status: the response is an error with that status. */
export function statusRows(
  callsAndStatuses: typeof interfaceErrors,
  expect: (status: number) => Expectation,
): readonly Exchange[] {
  return callsAndStatuses.map(([call, status]) => ({ call, response: errorResponse(status), expect: expect(status) }));
}

/** Makes a row for each call: an error 401 in another form, of which the client must make the same. Clients read errors in other code. */
export function errorRows(response: CaseResponse, chosen = calls): readonly Exchange[] {
  return chosen.map((call) => ({ call, response, expect: failsAsPlain(401) }));
}
