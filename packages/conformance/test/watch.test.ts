import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { CheckReport, Verdict } from '../src/report/report.ts';
import { startWatch, type Watch } from '../src/watch.ts';

/** A request to send. */
interface Sent {
  /** The method and the target. A target that begins with `/pets` is sent below the base address. */
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The encoding of the body; UTF-8 if it is absent. */
  readonly encoding?: 'latin1';
  /** The Content-Length; that of the body in bytes if it is absent. */
  readonly length?: number;
}

const isJson = ['Content-Type: application/json'];
const creates = (body: string, more: Partial<Sent> = {}): Sent => ({
  line: 'POST /pets',
  headers: isJson,
  body,
  ...more,
});

/** Sends a request on a connection of its own, and waits for the response. KEY is replaced by the key. */
async function send(
  { baseUrl, apiKey }: Watch,
  { line, headers = [], body = '', encoding, length }: Sent,
): Promise<void> {
  const { port, pathname } = new URL(baseUrl);
  const [method = '', target = ''] = line.split(' ');
  const bytes = Buffer.from(body, encoding);
  const given = headers.join('\r\n');
  const head = [
    `${method} ${target.startsWith('/pets') ? pathname : ''}${target} HTTP/1.1`,
    'Host: a',
    ...headers,
    ...(given.includes('KEY') ? [] : ['Authorization: Bearer KEY']),
    ...(given.includes('Connection') ? [] : ['Connection: close']),
    ...(bytes.length === 0 || given.includes('Transfer-Encoding') ? [] : [`Content-Length: ${length ?? bytes.length}`]),
  ];
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`.replaceAll('KEY', apiKey)), bytes]));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 \d/);
}

/** Sends requests to a store that watches. Returns its checks. */
async function sendAndStop(...requests: readonly Sent[]): Promise<readonly CheckReport[]> {
  const watch = await startWatch('127.0.0.1', 0);
  for (const request of requests) await send(watch, request);
  const checks = await watch.stop(cases, 'again');
  expect(JSON.stringify(checks)).not.toContain(watch.apiKey);
  return checks;
}

function casesWith(checks: readonly CheckReport[], ...verdicts: readonly Verdict[]): readonly number[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict)).map((check) => check.case);
}

const greek = '{"name":"ΩΩΩΩ","categoryId":1}';

const watchedCases = cases.filter((each) => each.watch !== undefined).map((each) => each.case);

test('requests of a right client pass every case that can be watched', async () => {
  const checks = await sendAndStop(
    { line: 'GET /pets' },
    { line: 'GET /pets?limit=5&status=sold' },
    { line: 'GET /pets/1' },
    { line: 'GET /favicon.ico' }, // browsers ask for it
    creates('{"name":"Ω🐕","categoryId":1}'),
    creates('{"name":"\ufffd","categoryId":1}'),
    creates('{"name":"Rex","categoryId":1,"status":"sold"}', {
      headers: ['content-type: Application/JSON; charset=utf-8'],
    }),
  );
  expect(casesWith(checks, 'pass')).toEqual(watchedCases);
  expect(casesWith(checks, 'not_supported')).toHaveLength(cases.length - watchedCases.length);
});

test('without a request, no case is exercised', async () => {
  expect(casesWith(await sendAndStop(), 'not_exercised')).toEqual(watchedCases);
});

/** The other cases that detect a mistake: the store refuses the media type or the key. */
const alsoDetectedBy: Readonly<Record<string, readonly number[]>> = {
  'no Content-Type': [50],
  'another Content-Type': [50],
  'the key in another header': [49],
  'credentials without the key': [8],
  'the key without its scheme': [49],
};

describe('only its case and the listed ones detect', () => {
  test.each<[what: string, number: number, request: Sent, seen: string]>([
    ['a request outside the base address', 1, { line: 'GET /v1/pets' }, 'GET /v1/pets, outside'],
    ['a base address in lower case', 1, { line: 'GET /deep/er/v1/pets' }, 'GET /deep/er/v1/pets, outside'],
    ['two slashes', 1, { line: 'GET /pets//1' }, '/Deep/eR/v1/pets//1'],
    ['an empty parameter', 3, { line: 'GET /pets?limit=' }, '?limit='],
    ['undefined as a parameter', 3, { line: 'GET /pets?status=undefined' }, '?status=undefined'],
    ['an unknown parameter', 3, { line: 'GET /pets?Limit=5' }, 'the unknown parameter Limit'],
    ['no Content-Type', 4, creates('{"name":"Rex","categoryId":1}', { headers: [] }), 'no Content-Type'],
    [
      'another Content-Type',
      4,
      creates('{"name":"Rex","categoryId":1}', { headers: ['Content-Type: application/json-patch+json'] }),
      'application/json-patch+json',
    ],
    ['a status of null', 6, creates('{"name":"Rex","categoryId":1,"status":null}'), 'the status null'],
    ['an unknown status', 46, creates('{"name":"Rex","categoryId":1,"status":"lost"}'), '"status": "lost"'],
    ['an id', 7, creates('{"id":9007199254740993,"name":"Rex","categoryId":1}'), 'the id 9007199254740993'],
    ['the key in the query', 8, { line: 'GET /pets/1?key=KEY' }, 'into the URL: /Deep/eR/v1/pets/1?key=***'],
    ['the key in another header', 8, { line: 'GET /pets', headers: ['X-Api-Key: KEY'] }, 'x-api-key: ***'],
    ['the key without its scheme', 8, { line: 'GET /pets', headers: ['Authorization: KEY'] }, 'authorization: ***'],
    ['bytes that are not UTF-8', 9, creates('{"name":"é","categoryId":1}', { encoding: 'latin1' }), 'not UTF-8'],
    [
      'a length in characters, which leaves bytes that are not valid HTTP',
      9,
      creates(greek, { length: greek.length, headers: [...isJson, 'Connection: keep-alive'] }),
      'not valid HTTP',
    ],
    [
      'a length in characters, which cuts off the body',
      9,
      creates(greek, { length: greek.length }),
      'JSON that is cut off',
    ],
    ['a status under another name', 46, creates('{"name":"Rex","categoryId":1,"Status":"sold"}'), '"Status"'],
    [
      'credentials without the key',
      49,
      { line: 'GET /pets/1', headers: ['Authorization: Basic eDp5'] },
      'Authorization: ',
    ],
    [
      'a charset that the store refuses',
      50,
      creates('{"name":"Rex","categoryId":1}', { headers: ['Content-Type: application/json; charset=latin1'] }),
      'charset=latin1',
    ],
    ['a byte order mark', 59, creates('\ufeff{"name":"Rex","categoryId":1}'), 'a byte order mark'],
    ['an Accept without JSON', 63, { line: 'GET /pets', headers: ['Accept: text/html'] }, 'Accept: text/html'],
    ['a GET with a body', 10, { line: 'GET /pets', body: '{}' }, 'Content-Length: 2'],
    [
      'a GET with chunks',
      10,
      { line: 'GET /pets', headers: ['Transfer-Encoding: chunked'], body: '0\r\n\r\n' },
      'a body',
    ],
  ])('%s (%i)', async (what, number, request, seen) => {
    const checks = await sendAndStop(request);
    expect(casesWith(checks, 'fail', 'warn', 'note')).toEqual(
      [number, ...(alsoDetectedBy[what] ?? [])].sort((one, other) => one - other),
    );
    const check = checks.find((each) => each.case === number);
    expect(check?.seen).toContain(seen);
    expect(check?.log.length).toBeGreaterThan(1);
    expect(check?.repeat).toBe('again');
  });
});
