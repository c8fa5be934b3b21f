import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, notExercised, pass } from '../finding.ts';
import { describeResult, judgeError } from '../judge.ts';
import type { AnswerError } from '../protocol.ts';
import { cannotRead, usualError } from './prerequisites.ts';
import { askFor, list, readings } from './readings.ts';
import {
  answer,
  answerError,
  calls,
  errorBody,
  errorCode,
  errorMessage,
  interfaceErrors,
  newRex,
  repeats,
  rex,
  write,
  type Call,
} from './replies.ts';

function isApi(...statuses: readonly number[]) {
  return ({ kind, status }: AnswerError) => kind === 'api' && status !== undefined && statuses.includes(status);
}

const html = '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in</h1></body></html>';

/** A message that is not ASCII, and has what formats and pages take for their own. */
const foreignMessage = `Der Name “Ω🐕e\u0301” ist ungültig, zu 100%: <b>"R&B's"</b> %s %d {0} \\n.\nEs sind ${'sehr, '.repeat(60)}viele Zeichen: 4712.`;

/** A code that no client knows, and that one changes which trims, normalises, escapes or cuts it. */
const foreignCode = ` Out_of  dog food: \u03a9 e\u0301 <"&'> ${'more-'.repeat(60)}`;

/** Errors that the interface does not name: a client must not take one for another, or for no pet. */
const otherErrors: readonly (readonly [call: Call, status: number])[] = [
  ...[499, 599].flatMap((status) => calls.map((call) => [call, status] as const)),
  ...[400, 403, 404, 409, 410, 500].map((status) => [['listPets', {}], status] as const),
  ...[403, 404, 409].map((status) => [['createPet', newRex], status] as const),
  ...[400, 403, 410, 500].map((status) => [['getPet', { petId: '1' }], status] as const),
];

/** Bodies of errors that no store writes, but that gateways do, each with its media type. */
const otherBodies: readonly (readonly [mediaType: string, body: string])[] = [
  ['application/json', '{"message":"Forbidden"}'],
  ['application/json', '{"code":null,"message":null}'],
  ['application/json', '["out of order"]'],
  ['application/json', '"out of order"'],
  ['application/json', 'null'],
  ['application/json', '{"code":"cut'],
  ['text/plain', 'out of order'],
];

/** What a client makes of errors: the cases 24 to 30, 61 and 72. */
export const errorCases: readonly ConformanceCase[] = [
  {
    case: 24,
    name: 'passes on code and message of an error',
    level: 'must',
    reference: 'interface document, parts 2 and 7',
    why: 'The code is for programs and the message for people: without them, nobody learns what was wrong.',
    expected: 'The error of the client has the status, and the code and the message of the Error body.',
    look: (harness) =>
      lookAtEach([errorMessage, foreignMessage], (message) =>
        lookAtEach(interfaceErrors, async ([[operation, args], status]) => {
          const step = answer(operation, status, errorBody(status, { message }), { times: repeats });
          return judgeError(
            await harness.open({ steps: [step] }).call(operation, args),
            (error) =>
              isApi(status)(error) && error.code === errorCode(status) && error.message?.includes(message) === true,
          );
        }),
      ),
  },
  {
    case: 25,
    name: 'tells 401 from 404, and both from no pet',
    level: 'should',
    reference: 'interface document, part 7',
    why: 'A wrong key and a wrong id need different fixes, and neither is an empty result.',
    expected: 'The client fails with the status 401 and with the status 404.',
    look: (harness) =>
      lookAtEach(
        interfaceErrors.filter(([, status]) => status !== 400),
        async ([[operation, args], status]) => {
          const session = harness.open({ steps: [answerError(operation, status, repeats)] });
          return judgeError(await session.call(operation, args), isApi(status));
        },
      ),
  },
  {
    case: 26,
    name: 'reports the HTML of a proxy as what it is',
    level: 'should',
    reference: 'RFC 9110, sections 8.3 and 15.6.3',
    why: 'A parser’s error about “<” hides that a proxy answered, and with which status.',
    expected: 'The client fails with the status 502, and fails for a page of status 200, too.',
    look: (harness) =>
      lookAtEach(readings, async (reading) => {
        const { operation, status } = reading;
        const unable = await cannotRead(harness, reading);
        const error = await askFor(harness, reading, { operation, fault: 'PROXY_HTML_502' }, rex);
        const page = answer(operation, status, html, { headers: { 'Content-Type': 'text/html' } });
        return combine([
          judgeError(error, isApi(502)),
          unable ?? judgeError(await askFor(harness, reading, page, rex)),
        ]);
      }),
  },
  {
    case: 27,
    name: 'survives an empty body',
    level: 'should',
    reference: 'RFC 9110, sections 6.4 and 15.3.5',
    why: 'Proxies send errors without a body, and a crash hides the status.',
    expected: 'The client fails with the status 503, and answers for a 204 without hanging or crashing.',
    look: (harness) =>
      lookAtEach(readings, async (reading) => {
        const error = await askFor(harness, reading, answer(reading.operation, 503, ''), rex);
        const unable = await cannotRead(harness, reading);
        const nothing = await askFor(harness, reading, answer(reading.operation, 204, ''), rex);
        const waited = 'error' in nothing && nothing.error.kind === 'timeout';
        return combine([
          judgeError(error, isApi(503)),
          unable ?? (waited ? deviation(describeResult(nothing)) : pass(describeResult(nothing))),
        ]);
      }),
  },
  {
    case: 28,
    name: 'treats an unknown status as its class',
    level: 'must',
    reference: 'RFC 9110, section 15',
    why: 'Statuses are added, and the first digit says all that a client needs.',
    expected:
      'The client fails with the status of the response, such as 499, 599, 403 and 410, or with that of its class, 400 or 500.',
    look: (harness) =>
      lookAtEach(otherErrors, async ([[operation, args], status]) => {
        const session = harness.open({ steps: [answerError(operation, status, repeats)] });
        return judgeError(await session.call(operation, args), isApi(status, Math.floor(status / 100) * 100));
      }),
  },
  {
    case: 29,
    name: 'believes the status of HTTP',
    level: 'should',
    reference: 'RFC 9457, section 3.1.2; interface document, part 2',
    why: 'The copy in the body goes stale when a proxy changes the status.',
    expected: 'The client fails with the status of the response and not with that of its body.',
    look: (harness) =>
      lookAtEach(calls, ([operation, args]) =>
        lookAtEach(
          [
            [404, 500],
            [503, 404],
          ] as const,
          async ([status, other]) => {
            const body = errorBody(other);
            const session = harness.open({ steps: [answer(operation, status, body, { times: repeats })] });
            return judgeError(await session.call(operation, args), isApi(status));
          },
        ),
      ),
  },
  {
    case: 30,
    name: 'shows the key in no error and no log',
    level: 'should',
    reference: 'RFC 6750, section 5.3',
    why: 'Logs are copied into reports and tickets, and every reader gets the key.',
    expected: 'No message of an error, and nothing on stderr, has the key.',
    isLast: true,
    look: async (harness) => {
      const steps = [
        answerError('listPets', 401, repeats),
        { operation: 'listPets', fault: 'PROXY_HTML_502' },
        { operation: 'listPets', fault: 'CONNECTION_RESET_BY_PEER' },
        answerError('listPets', 404, repeats),
      ] as const;
      let errors = 0;
      for (const step of steps) {
        const session = harness.open({ steps: [step] });
        if ('error' in (await session.call('listPets'))) errors += 1;
      }
      // Text that the client wrote to stderr before an answer may be read only with the next answer.
      await harness.open().call('listPets');
      const { withKey, texts } = harness.shownKeys();
      const [first] = withKey;
      if (first !== undefined) return deviation(`It shows the key, here as ***: ${first.slice(0, 300)}`);
      if (errors === 0) return notExercised('The client reported no error.');
      if (texts === 0) return notExercised('The client showed no message.');
      return pass(`The key is in none of ${texts} texts.`);
    },
  },
  {
    case: 61,
    name: 'passes on a code that it does not know',
    level: 'should',
    reference: 'interface document, parts 2 and 7',
    why: 'The interface names no codes: one that a client makes up from the status hides what the store says.',
    expected: 'The error of the client has the code of the Error body, whatever it is.',
    look: (harness) =>
      lookAtEach(interfaceErrors, async ([call, status]) => {
        const usual = await usualError(harness, call, status);
        if (!('error' in usual) || usual.error.code !== errorCode(status))
          return notExercised(`The client does not show codes. ${describeResult(usual)}`);
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
    why: 'A gateway writes errors of its own: a client that fails over their body hides what happened.',
    expected: 'The client fails with the status of the response, whatever its body is.',
    look: (harness) =>
      lookAtEach(readings, (reading) =>
        lookAtEach(reading === list ? otherBodies : otherBodies.slice(0, 1), async ([mediaType, body]) => {
          const fields = ['Connection: close', `Content-Type: ${mediaType}`, `Content-Length: ${body.length}`];
          const start = ['HTTP/1.1 403 Forbidden', ...fields, '', ''].join('\r\n');
          const step = write(reading.operation, { pieces: [start, body], end: 'close' });
          const { kind, seen } = judgeError(await askFor(harness, reading, step, rex), isApi(403, 400));
          return { kind, seen: `For ${reading.operation} answered 403 with ${body}: ${seen}` };
        }),
      ),
  },
];
