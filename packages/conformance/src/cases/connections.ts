import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';
import { type CaseResponse, describeResult } from '../harness/calls.ts';
import type { Trial } from '../harness/trial.ts';
import { judgeBody, judgeError, judgeReturned } from '../player/judge.ts';
import { inOuterContext, mismatch, type Observation, pass } from '../observation/observation.ts';
import { checkThatItReads } from '../player/baseline.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { failsWhere } from '../player/expectations.ts';
import { errorBody, faultResponse, jsonHead, petResponse, rawResponse, textResponse } from '../player/responses.ts';
import { calls, createCall, type PetOperation, petOperations, rex, rexJson } from '../player/samples.ts';

/** How many connections may be open after fifty errors. */
const maxOpen = 25;

/** A port that IANA has given to nobody, and on which only root can listen. */
const closedAddress = 'http://127.0.0.1:4/v1';

/** Responses that a creation loses with its connection: before the head, instead of any byte, and after the head. */
const lostResponses: readonly CaseResponse[] = [
  faultResponse('CONNECTION_RESET_BY_PEER'),
  faultResponse('EMPTY_RESPONSE'),
  rawResponse([jsonHead(201, 'Content-Length: 200'), '{"id":'], { gap: 20, end: 'reset' }),
];

/** The client admits that the outcome is unknown. It may also report a timeout or a response that it could not read. */
const isUnknown = failsWhere(({ kind, outcome }) => (kind === 'transport' ? outcome === 'unknown' : kind !== 'api'));

/** The versions and header fields of responses that are the last ones on their connection. */
const lastHeads: readonly (readonly [version: string, ...fields: readonly string[]])[] = [
  ['HTTP/1.1', 'Connection: close'],
  ['HTTP/1.1', 'connection: foo, Close ,bar'],
  ['HTTP/1.0'],
];

export const connectionCases: readonly ConformanceCase[] = [
  {
    case: 35,
    name: 'tells “not sent” from “outcome unknown”',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'A request that was not sent can be repeated. One that may have been executed cannot.',
    expected: 'A refused connection is not_sent. A reset is unknown, before and after the head of the response.',
    rows: lostResponses.map((response) => ({ call: createCall, response, expect: isUnknown })),
    observe: (trial) =>
      trial.observeEach(calls, async (call) =>
        judgeError(
          await trial.callAt(closedAddress, call),
          ({ kind, outcome }) => kind === 'transport' && outcome === 'not_sent',
        ),
      ),
  },
  {
    case: 45,
    name: 'frees the connection after an error',
    level: 'should',
    reference: 'RFC 9112, section 9.4',
    why: 'If each unread body keeps its connection open, the client or the server runs out of connections.',
    expected: 'After fifty errors, few connections are open.',
    observe: async (trial) => {
      // More than most clients read ahead: 64 KiB.
      const body = `${errorBody(401)}${' '.repeat(81_920)}`;
      const store = trial.open();
      for (let count = 1; count <= 50; count++) {
        await store.call('listPets', {}, { response: textResponse(401, body) });
        // A client that has one connection after so many errors frees each of them. Save the time for the rest.
        if (count === 20 && trial.run.events.openConnections() <= 1) break;
      }
      // The server may learn a moment later that the client has closed connections.
      for (let waits = 0; waits < 100 && trial.run.events.openConnections() >= maxOpen; waits++) await pause(20);
      const open = trial.run.events.openConnections();
      return open < maxOpen
        ? pass(`${open} connections are open.`)
        : mismatch(`After such errors in a row, ${open} connections are open.`);
    },
  },
  {
    case: 68,
    name: 'uses no connection that the server has closed',
    level: 'must',
    reference: 'RFC 9112, sections 9.3 and 9.6',
    why: 'The response says that it is the last one on its connection. A further request on it is lost.',
    expected: 'After a response with Connection: close, or one in HTTP/1.0, a creation comes on another connection.',
    observe: async (trial) =>
      trial.observeEach(petOperations, (petOperation) =>
        trial.observeEach(lastHeads, (head) => observeCallAfter(trial, petOperation, head)),
      ),
  },
  {
    case: 86,
    name: 'takes no response that it did not ask for',
    level: 'must',
    reference: 'RFC 9112, sections 6.3 and 9.2',
    why: 'A server or a proxy that sends one response too many would shift all that follow: each caller gets the pets of another.',
    expected:
      'The client returns the response to its own request, or fails. It may close a connection on which more comes than it asked for.',
    isLast: true,
    observe: (trial) =>
      trial.observeEach([false, true], (isLater) =>
        trial.observeEach(petOperations, (each) => observeUnasked(trial, each, isLater)),
      ),
  },
];

/** Waits until a connection is closed, also by a reset. Resolves with `false` if it is still open after some milliseconds. */
export async function isClosedWithin(milliseconds: number, connection: Socket | undefined): Promise<boolean> {
  if (connection === undefined || connection.destroyed) return true;
  const closed = new Promise<true>((resolve) => connection.once('close', () => resolve(true)));
  return (await withTimeout(closed, milliseconds, { clearTimeout, setTimeout })) === true;
}

/** Observes the call after the last response of a connection. The server leaves the connection open, to see what else comes. */
async function observeCallAfter(
  trial: Trial,
  each: PetOperation,
  [version, ...fields]: (typeof lastHeads)[number],
): Promise<Observation> {
  const rewrite = (response: string) =>
    response
      .replace(/^HTTP\/1\.1/, version)
      .replace(/^Connection: .*\r\n(?:Keep-Alive: .*\r\n)?/m, fields.map((field) => `${field}\r\n`).join(''));
  const store = trial.open({ responses: { createPet: textResponse(201, rexJson) } });
  const last = { ...petResponse(each, rexJson), rewrite };
  await store.call(each.operation, each.argsFor(rex), { response: last });
  const { connection } = trial.facts();
  await store.call(...createCall, { response: textResponse(201, rexJson) });
  const isSame = trial.facts().connection === connection;
  const observation = (isSame ? mismatch : pass)(`It sent it on ${isSame ? 'the same' : 'another'} connection.`);
  return inOuterContext(
    `For createPet after a ${each.operation} answered ${[version, ...fields].join(' with ')}`,
    observation,
  );
}

/** Observes the call after a response that nobody asked for: it comes in the same write as one that the client asked for, or later. */
async function observeUnasked(trial: Trial, each: PetOperation, isLater: boolean): Promise<Observation> {
  const unreadable = await checkThatItReads(trial, each.operation);
  if (unreadable !== undefined) return unreadable;
  const body = each.wrap('{"id":1,"name":"Nobody asked for me","categoryId":1}');
  const head = [`HTTP/1.1 ${each.status} OK`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const unasked = [...head, '', body].join('\r\n');
  const call = [each.operation, each.argsFor(rex)] as const;
  const response = petResponse(each, rexJson);
  const store = trial.open();
  const asked = await store.call(...call, {
    response: { ...response, ...(!isLater && { rewrite: (own) => own + unasked }) },
  });
  const returned = judgeBody(asked, each.wrap(rexJson));
  if (returned.kind !== 'pass') return returned;
  const { connection } = trial.facts();
  if (isLater && connection?.writable === true) await new Promise((resolve) => connection.write(unasked, resolve));
  // A call on another connection gives the client the time to read what has arrived.
  await trial.open({ server: 'other' }).call(...call, { response });
  const result = await store.call(...call, { response, maySendNothing: true });
  const isOther = 'ok' in result && judgeReturned(each.operation, result, rex).kind !== 'pass';
  if (!isOther) return pass(describeResult(result));
  return mismatch(
    `${describeResult(result)} That came ${isLater ? 'later' : 'in one write'} behind the response before.`,
  );
}
