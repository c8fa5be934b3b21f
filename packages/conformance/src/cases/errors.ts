import type { ConformanceCase } from '../conformance-case.ts';
import { describeResult, judgeError } from '../judge.ts';
import { combine, mismatch, notExercised, observeEach, pass } from '../observation.ts';
import type { AnswerError } from '../adapter/protocol.ts';
import { answer, answerError, errorBody, errorCode, errorMessage, repeats, write } from './answers.ts';
import { calls, interfaceErrors, type Call } from './calls.ts';
import { askFor, list, petOperations } from './pet-operations.ts';
import { baselineError, cannotRead } from './prerequisites.ts';
import { newRex, rex } from './sample-pets.ts';

/** Returns a function that tells whether an error is one of the store with one of these statuses. */
function isErrorWith(...statuses: readonly number[]) {
  return ({ kind, status }: AnswerError) => kind === 'api' && status !== undefined && statuses.includes(status);
}

const html = '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in</h1></body></html>';

/** A message that is not ASCII, and has characters that mean something in formats and in HTML. */
const foreignMessage = `Der Name “Ω🐕e\u0301” ist ungültig, zu 100%: <b>"R&B's"</b> %s %d {0} \\n.\nEs sind ${'sehr, '.repeat(60)}viele Zeichen: 4712.`;

/** A code that no client knows. It shows if a client trims, normalises, escapes or cuts codes. */
const foreignCode = ` Out_of  dog food: \u03a9 e\u0301 <"&'> ${'more-'.repeat(60)}`;

/** Errors that the interface does not name. A client must not confuse their statuses, or take them for an empty result. */
const otherErrors: readonly (readonly [call: Call, status: number])[] = [
  ...[499, 599].flatMap((status) => calls.map((call) => [call, status] as const)),
  ...[400, 403, 404, 409, 410, 500].map((status) => [['listPets', {}], status] as const),
  ...[403, 404, 409].map((status) => [['createPet', newRex], status] as const),
  ...[400, 403, 410, 500].map((status) => [['getPet', { petId: '1' }], status] as const),
];

/** Bodies of errors that gateways write, but no store, each with its media type. */
const otherBodies: readonly (readonly [mediaType: string, body: string])[] = [
  ['application/json', '{"message":"Forbidden"}'],
  ['application/json', '{"code":null,"message":null}'],
  ['application/json', '["out of order"]'],
  ['application/json', '"out of order"'],
  ['application/json', 'null'],
  ['application/json', '{"code":"cut'],
  ['text/plain', 'out of order'],
];

/** What a client makes of errors: the cases 24 to 29, 61 and 72. */
export const errorCases: readonly ConformanceCase[] = [
  {
    case: 24,
    name: 'passes on code and message of an error',
    level: 'must',
    reference: 'interface document, parts 2 and 7',
    why: 'The code is for programs, the message is for people. Without them, nobody learns what was wrong.',
    expected: 'The error of the client has the status of the response, and the code and the message of the Error body.',
    run: (harness) =>
      observeEach([errorMessage, foreignMessage], (message) =>
        observeEach(interfaceErrors, async ([[operation, args], status]) => {
          const step = answer(operation, status, errorBody(status, { message }), { times: repeats });
          return judgeError(
            await harness.open({ steps: [step] }).call(operation, args),
            (error) =>
              isErrorWith(status)(error) &&
              error.code === errorCode(status) &&
              error.message?.includes(message) === true,
          );
        }),
      ),
  },
  {
    case: 25,
    name: 'tells 401, 404 and an empty result apart',
    level: 'should',
    reference: 'interface document, part 7',
    why: 'A wrong key and a wrong id need different fixes, and neither is an empty result.',
    expected: 'The client fails with the status 401, and with the status 404.',
    run: (harness) =>
      observeEach(
        interfaceErrors.filter(([, status]) => status !== 400),
        async ([[operation, args], status]) => {
          const session = harness.open({ steps: [answerError(operation, status, repeats)] });
          return judgeError(await session.call(operation, args), isErrorWith(status));
        },
      ),
  },
  {
    case: 26,
    name: 'reports the HTML of a proxy as an error with its status',
    level: 'should',
    reference: 'RFC 9110, sections 8.3 and 15.6.3',
    why: 'A parser’s error about “<” hides that a proxy answered, and with which status.',
    expected: 'The client fails with the status 502. It also fails for a page with the status 200.',
    run: (harness) =>
      observeEach(petOperations, async (petOperation) => {
        const { operation, status } = petOperation;
        const unable = await cannotRead(harness, petOperation);
        const error = await askFor(harness, petOperation, { operation, fault: 'PROXY_HTML_502' }, rex);
        const page = answer(operation, status, html, { headers: { 'Content-Type': 'text/html' } });
        return combine([
          judgeError(error, isErrorWith(502)),
          unable ?? judgeError(await askFor(harness, petOperation, page, rex)),
        ]);
      }),
  },
  {
    case: 27,
    name: 'survives an empty body',
    level: 'should',
    reference: 'RFC 9110, sections 6.4 and 15.3.5',
    why: 'Proxies send errors without a body. A crash hides their status.',
    expected: 'The client fails with the status 503. For a 204 it neither hangs nor crashes.',
    run: (harness) =>
      observeEach(petOperations, async (petOperation) => {
        const error = await askFor(harness, petOperation, answer(petOperation.operation, 503, ''), rex);
        const unable = await cannotRead(harness, petOperation);
        const nothing = await askFor(harness, petOperation, answer(petOperation.operation, 204, ''), rex);
        const waited = 'error' in nothing && nothing.error.kind === 'timeout';
        return combine([
          judgeError(error, isErrorWith(503)),
          unable ?? (waited ? mismatch(describeResult(nothing)) : pass(describeResult(nothing))),
        ]);
      }),
  },
  {
    case: 28,
    name: 'treats an unknown status as its class',
    level: 'must',
    reference: 'RFC 9110, section 15',
    why: 'New statuses are added. The first digit says all that a client needs.',
    expected:
      'The client fails with the status of the response, such as 499, 599, 403 and 410, or with 400 or 500 for its class.',
    run: (harness) =>
      observeEach(otherErrors, async ([[operation, args], status]) => {
        const session = harness.open({ steps: [answerError(operation, status, repeats)] });
        return judgeError(await session.call(operation, args), isErrorWith(status, Math.floor(status / 100) * 100));
      }),
  },
  {
    case: 29,
    name: 'takes the status from HTTP and not from the body',
    level: 'should',
    reference: 'RFC 9457, section 3.1.2; interface document, part 2',
    why: 'The copy in the body is wrong once a proxy has changed the status.',
    expected: 'The client fails with the status of the response, and not with that of its body.',
    run: (harness) =>
      observeEach(calls, ([operation, args]) =>
        observeEach(
          [
            [404, 500],
            [503, 404],
          ] as const,
          async ([status, other]) => {
            const body = errorBody(other);
            const session = harness.open({ steps: [answer(operation, status, body, { times: repeats })] });
            return judgeError(await session.call(operation, args), isErrorWith(status));
          },
        ),
      ),
  },
  {
    case: 61,
    name: 'passes on a code that it does not know',
    level: 'should',
    reference: 'interface document, parts 2 and 7',
    why: 'The interface names no codes. A client that makes a code up from the status hides what the store says.',
    expected: 'The error of the client has the code of the Error body, whatever that is.',
    run: (harness) =>
      observeEach(interfaceErrors, async ([call, status]) => {
        const plain = await baselineError(harness, call, status);
        if (!('error' in plain) || plain.error.code !== errorCode(status))
          return notExercised(`The client does not show codes. ${describeResult(plain)}`);
        const [operation] = call;
        const step = answer(operation, status, errorBody(status, { code: foreignCode }), { times: repeats });
        return judgeError(await harness.open({ steps: [step] }).call(...call), ({ code }) => code === foreignCode);
      }),
  },
  {
    case: 72,
    name: 'keeps the status of an error that it cannot read',
    level: 'should',
    reference: 'RFC 9110, section 15; interface document, part 7',
    why: 'A gateway writes errors of its own. A client that fails over their body hides what happened.',
    expected: 'The client fails with the status of the response, whatever its body is.',
    run: (harness) =>
      observeEach(petOperations, (petOperation) =>
        observeEach(petOperation === list ? otherBodies : otherBodies.slice(0, 1), async ([mediaType, body]) => {
          const fields = ['Connection: close', `Content-Type: ${mediaType}`, `Content-Length: ${body.length}`];
          const start = ['HTTP/1.1 403 Forbidden', ...fields, '', ''].join('\r\n');
          const step = write(petOperation.operation, { pieces: [start, body], end: 'close' });
          const { kind, seen } = judgeError(await askFor(harness, petOperation, step, rex), isErrorWith(403, 400));
          return { kind, seen: `For ${petOperation.operation} answered 403 with ${body}: ${seen}` };
        }),
      ),
  },
];
