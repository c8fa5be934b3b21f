import type { CaseResponse, ClientCall } from '../harness/calls.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { doesNotWait, fails, failsWhere, failsWith } from '../player/expectations.ts';
import {
  errorBody,
  errorMessage,
  faultResponse,
  lastJsonHead,
  rawResponse,
  textResponse,
} from '../player/responses.ts';
import { calls, interfaceErrors, list, newRex, petOperations } from '../player/samples.ts';
import { rowFor, statusRows } from './rows.ts';

const html = '<!doctype html><html><head><title>Welcome</title></head><body><h1>Sign in</h1></body></html>';

/** A message that is not ASCII, and has characters that mean something in formats and in HTML. */
const foreignMessage = `Der Name “Ω🐕e\u0301” ist ungültig, zu 100%: <b>"R&B's"</b> %s %d {0} \\n.\nEs sind ${'sehr, '.repeat(60)}viele Zeichen: 4712.`;

/** A code that no client knows. It shows if a client trims, normalises, escapes or cuts codes. */
const foreignCode = ` Out_of  dog food: \u03a9 e\u0301 <"&'> ${'more-'.repeat(60)}`;

/** Errors that the interface does not name. A client must not confuse their statuses, or take them for an empty result. */
const otherErrors: readonly (readonly [call: ClientCall, status: number])[] = [
  ...[499, 599].flatMap((status) => calls.map((call) => [call, status] as const)),
  ...[400, 403, 404, 409, 410, 501].map((status) => [['listPets', {}], status] as const),
  ...[403, 404, 409].map((status) => [['createPet', newRex], status] as const),
  ...[400, 403, 410, 501].map((status) => [['getPet', { petId: '1' }], status] as const),
];

/** Bodies of errors that gateways write, but no store, each with its media type. */
const otherBodies: readonly (readonly [mediaType: string, body: string])[] = [
  ['application/json', '{"message":"Forbidden"}'],
  ['application/json', '{"code":null,"message":null}'],
  ['application/json', '{"code":4711,"message":"out of order"}'],
  ['application/json', '["out of order"]'],
  ['application/json', '"out of order"'],
  ['application/json', 'null'],
  ['application/json', '{"code":"cut'],
  ['text/plain', 'out of order'],
];

/** An error whose body arrives in pieces, each of which ends inside a character. */
const dividedError: CaseResponse = (() => {
  const body = Buffer.from(errorBody(401, { message: 'Ω🐕' }));
  const [first, second] = [body.indexOf('Ω') + 1, body.indexOf('🐕') + 2];
  const pieces = [body.subarray(0, first), body.subarray(first, second), body.subarray(second)];
  return rawResponse([lastJsonHead(401, `Content-Length: ${body.length}`), ...pieces], { gap: 20 });
})();

export const errorCases: readonly ConformanceCase[] = [
  {
    case: 24,
    name: 'passes on the message of an error',
    level: 'must',
    reference: 'interface document, parts 2 and 7',
    why: 'Without the message, nobody learns what was wrong.',
    expected: 'The error of the client has the status of the response, and the message of the Error body.',
    isAboutJson: true,
    rows: [
      ...[errorMessage, foreignMessage].flatMap((message) =>
        interfaceErrors.map(([call, status]) => ({
          call,
          response: textResponse(status, errorBody(status, { message })),
          expect: failsWith([status], message),
        })),
      ),
      ...calls.map((call) => ({ call, response: dividedError, expect: failsWith([401], 'Ω🐕') })),
    ],
  },
  {
    case: 25,
    name: 'tells 401, 404 and an empty result apart',
    level: 'should',
    reference: 'interface document, part 7',
    why: 'A wrong key and a wrong id need different fixes, and neither is an empty result.',
    expected: 'The client fails with the status 401, and with the status 404.',
    rows: statusRows(
      interfaceErrors.filter(([, status]) => status !== 400),
      (status) => failsWith([status]),
    ),
  },
  {
    case: 26,
    name: 'reports the HTML of a proxy as an error with its status',
    level: 'should',
    reference: 'RFC 9110, sections 8.3 and 15.6.3',
    why: 'A parser’s error about “<” hides that a proxy answered, and with which status.',
    expected: 'The client fails with the status 502. It also fails for a page with the status 200.',
    isAboutJson: true,
    rows: petOperations.flatMap((each) => [
      rowFor(each, { response: faultResponse('PROXY_HTML_502'), expect: failsWith([502]) }),
      rowFor(each, { response: textResponse(each.status, html, { 'Content-Type': 'text/html' }), expect: fails }),
    ]),
  },
  {
    case: 27,
    name: 'survives an empty body',
    level: 'should',
    reference: 'RFC 9110, sections 6.4 and 15.3.5',
    why: 'Proxies send errors without a body. A crash hides their status.',
    expected: 'The client fails with the status of the response. For a 204 it neither hangs nor crashes.',
    rows: petOperations.flatMap((each) => [
      rowFor(each, { response: textResponse(503, ''), expect: failsWith([503]) }),
      // A proxy that compresses says so of an error without a body, too.
      rowFor(each, { response: textResponse(501, '', { 'Content-Encoding': 'gzip' }), expect: failsWith([501]) }),
      rowFor(each, { response: textResponse(204, ''), expect: doesNotWait }),
    ]),
  },
  {
    case: 28,
    name: 'treats an unknown status as its class',
    level: 'must',
    reference: 'RFC 9110, section 15',
    why: 'New statuses are added. The first digit says all that a client needs.',
    expected:
      'The client fails with the status of the response, such as 499, 599, 403 and 410, or with 400 or 500 for its class.',
    rows: statusRows(otherErrors, (status) => failsWith([status, Math.floor(status / 100) * 100])),
  },
  {
    case: 29,
    name: 'takes the status from HTTP and not from the body',
    level: 'should',
    reference: 'RFC 9457, section 3.1.2; interface document, part 2',
    why: 'The copy in the body is wrong once a proxy has changed the status.',
    expected: 'The client fails with the status of the response, and not with that of its body.',
    isAboutJson: true,
    rows: calls.flatMap((call) =>
      [
        { status: 404, statusInBody: 500 },
        { status: 501, statusInBody: 404 },
      ].map(({ status, statusInBody }) => ({
        call,
        response: textResponse(status, errorBody(statusInBody)),
        expect: failsWith([status]),
      })),
    ),
  },
  {
    case: 61,
    name: 'passes on the code of an error',
    level: 'should',
    reference: 'interface document, parts 2 and 7',
    why: 'The code is for programs. The interface names no codes, so a client that makes one up hides what the store says.',
    expected: 'The error of the client has the code of the Error body, whatever that is.',
    isAboutJson: true,
    rows: interfaceErrors.map(([call, status]) => ({
      call,
      response: textResponse(status, errorBody(status, { code: foreignCode })),
      expect: failsWhere(({ code }) => code === foreignCode),
    })),
  },
  {
    case: 72,
    name: 'keeps the status of an error that it cannot read',
    level: 'should',
    reference: 'RFC 9110, section 15; interface document, part 7',
    why: 'A gateway writes errors of its own. A client that fails over their body hides what happened.',
    expected: 'The client fails with the status of the response, whatever its body is.',
    isAboutJson: true,
    rows: petOperations.flatMap((each) =>
      (each === list ? otherBodies : otherBodies.slice(0, 1)).map(([mediaType, body]) => {
        const fields = ['Connection: close', `Content-Type: ${mediaType}`, `Content-Length: ${body.length}`];
        const head = { statusLine: 'HTTP/1.1 403 Forbidden', fields };
        return rowFor(each, { response: rawResponse([head, body]), expect: failsWith([403, 400]) });
      }),
    ),
  },
];
