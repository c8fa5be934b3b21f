import { unwrap } from '@petstore/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { lookAtEach, lookOnce, notExercised, type Finding } from '../finding.ts';
import type { Harness, Session, Step } from '../harness.ts';
import { judgePet, judgePets } from '../judge.ts';
import { readings, type Reading } from './readings.ts';
import {
  answer,
  answerError,
  calls,
  create,
  errorBody,
  get,
  headOf,
  list,
  rex,
  rexes,
  rexJson,
  write,
  type Call,
} from './replies.ts';

/** What a call meets, once. */
const failures: readonly (readonly [call: Call, what: string, step: Step])[] = [
  ...calls.map((call) => [call, '401', answerError(call[0], 401)] as const),
  [create, '400', answerError('createPet', 400)],
  // More than a client reads of an error, often: what it leaves must not be taken for the next answer.
  [get, '404 with a long body', answer('getPet', 404, `${errorBody(404)}${' '.repeat(81_920)}`)],
  [list, 'a dropped connection', { operation: 'listPets', fault: 'EMPTY_RESPONSE' }],
  [create, 'a dropped connection', { operation: 'createPet', fault: 'EMPTY_RESPONSE' }],
  [list, 'a broken body', answer('listPets', 200, '[{"id":')],
];

/** Looks at one operation of a client, on a store whose first pet is Rex. */
async function works(session: Session, [operation, args]: Call): Promise<Finding> {
  const pets = await unwrap(session.store.listPets({ limit: 100 })); // the call that failed may have created one
  const result = await session.call(operation, args, { maySendNothing: true });
  if (operation === 'listPets')
    return judgePets(
      result,
      Array.from(pets, ({ id }) => ({ ...rex, id: String(id) })),
    );
  return judgePet(result, operation === 'getPet' ? rex : { ...rex, id: String(pets.length + 1) });
}

/** The calls of a client that work. What does not is the affair of other cases. */
async function workingCalls(harness: Harness): Promise<readonly Call[]> {
  const session = harness.open({ pets: rexes });
  const working: Call[] = [];
  for (const call of calls) {
    if ((await lookOnce(() => works(session, call))).kind === 'pass') working.push(call);
  }
  return working;
}

/** The status lines and fields of answers with which a connection ends. */
const lastStarts: readonly (readonly [version: string, ...fields: readonly string[]])[] = [
  ['HTTP/1.1', 'Connection: close'],
  ['HTTP/1.1', 'connection: foo, Close ,bar'],
  ['HTTP/1.0'],
];

/** Looks at the call after an answer with which its connection ends. The client is called once: it may not fail at first. */
async function usesNoClosedConnection(
  harness: Harness,
  { operation, statusLine, argsFor, wrap }: Reading,
  [version, ...fields]: (typeof lastStarts)[number],
): Promise<Finding> {
  const body = wrap(rexJson);
  const start = headOf(`${version} ${statusLine}`, ...fields, `Content-Length: ${body.length}`);
  // A GET that is lost may be sent again, so a creation shows more.
  const last = write(operation, { pieces: [`${start}${body}`], end: 'close' });
  const session = harness.open({ steps: [last, answer('createPet', 201, rexJson)] });
  await session.call(operation, argsFor(rex));
  return judgePet(await harness.callAt(session.baseUrl, ...create), rex);
}

/** What comes after an answer: the cases 65 and 68. */
export const afterErrorCases: readonly ConformanceCase[] = [
  {
    case: 65,
    name: 'works again after an error',
    level: 'must',
    reference: 'interface document, parts 4 and 5; RFC 9112, section 9.3',
    why: 'An error is about one request: a client that drops its key, or confuses answers, after it fails until it is restarted.',
    expected: 'After each kind of error, the client lists, gets and creates as before, with the same key.',
    look: async (harness) => {
      const working = await workingCalls(harness);
      if (working.length === 0) return notExercised('The client does not work before an error either.');
      return lookAtEach(failures, async ([call, what, step]) => {
        const session = harness.open({ pets: rexes, steps: [step] });
        await session.call(...call);
        const { kind, seen } = await lookAtEach(working, (other) => works(session, other));
        return { kind, seen: `After ${call[0]} met ${what}: ${seen}` };
      });
    },
  },
  {
    case: 68,
    name: 'uses no connection that the server has closed',
    level: 'must',
    reference: 'RFC 9112, sections 9.3 and 9.6',
    why: 'The answer says that it is the last one of its connection: a request on it is lost.',
    expected: 'After an answer with Connection: close, or one of HTTP/1.0, a creation works at once.',
    look: async (harness) =>
      lookAtEach(readings, (reading) =>
        lookAtEach(lastStarts, (start) => usesNoClosedConnection(harness, reading, start)),
      ),
  },
];
