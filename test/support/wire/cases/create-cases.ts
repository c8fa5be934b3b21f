import type { WireCase } from '../wire-case.ts';
import { authorized, error, json, jsonType, post } from './parts.ts';

const rex = '{"name":"Rex","categoryId":1}';
const utf8 = new TextEncoder();

/** The pet of the body `rex`. */
const rexReply = { status: 201, headers: json, body: withId(rex) };

/** Bodies that are accepted, and the pet that comes back if that is more than the body with an id. */
const created: readonly (readonly [what: string, body: string, pet?: string])[] = [
  ['a name and a categoryId', rex],
  ...['available', 'pending', 'sold'].map(
    (status) => [`the status ${status}`, `{"name":"Rex","categoryId":1,"status":"${status}"}`] as const,
  ),
  ...['9007199254740993', '-9223372036854775808', '9223372036854775807', '0', '-1'].map(
    (integer) => [`the categoryId ${integer}`, `{"name":"Rex","categoryId":${integer}}`] as const,
  ),
  ['the categoryId 1.0, which is 1', '{"name":"Rex","categoryId":1.0}', withId(rex)],
  ['the categoryId 1e2, which is 100', '{"name":"Rex","categoryId":1e2}', '{"id":4,"name":"Rex","categoryId":100}'],
  ['the categoryId -0, which is 0', '{"name":"Rex","categoryId":-0}', '{"id":4,"name":"Rex","categoryId":0}'],
  [
    'the categoryId 9.223372036854775807E18, which is 9223372036854775807',
    '{"name":"Rex","categoryId":9.223372036854775807E18}',
    '{"id":4,"name":"Rex","categoryId":9223372036854775807}',
  ],
  ['the empty name', '{"name":"","categoryId":1}'],
  ['a name with U+0000', String.raw`{"name":"\u0000","categoryId":1}`],
  [
    'a name with U+1F415, escaped or not',
    String.raw`{"name":"\ud83d\udc15🐕","categoryId":1}`,
    '{"id":4,"name":"🐕🐕","categoryId":1}',
  ],
  [
    'unknown fields, which are not stored',
    '{"tag":"x","__proto__":{"status":"sold"},"name":"Rex","categoryId":1,"ID":7}',
    withId(rex),
  ],
  ['white space around it', ` \t\r\n${rex} \n`, withId(rex)],
];

/** Bodies that are refused, and what the message mentions. */
const refused: readonly (readonly [what: string, body: string | Uint8Array, mentions: string])[] = [
  ['an empty body', '', 'empty'],
  ['white space alone', ' \n', 'JSON'],
  ['malformed JSON', '{"name":"Rex",', 'JSON'],
  ['a comma too many', '{"name":"Rex","categoryId":1,}', 'JSON'],
  ['something after the JSON', `${rex}x`, 'JSON'],
  ['JSON nested 30,000 levels deep', '['.repeat(30_000) + ']'.repeat(30_000), 'nested'],
  ['50,000 brackets that nothing closes', '['.repeat(50_000), 'JSON'],
  ['malformed UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'UTF-8'],
  ['a surrogate encoded in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), 'UTF-8'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), 'UTF-8'],
  ...['null', '1', 'true', '"Rex"', '[]', `[${rex}]`].map(
    (body) => [`the body ${body}, which is not an object`, body, 'object'] as const,
  ),
  ['no name', '{"categoryId":1}', 'name is required'],
  ['a name that __proto__ has', '{"__proto__":{"name":"Rex"},"categoryId":1}', 'name is required'],
  ['an integer of 60,000 digits', `{"name":"Rex","categoryId":${'9'.repeat(60_000)}}`, 'categoryId'],
  ['an integer with an exponent of 60,000 digits', `{"name":"Rex","categoryId":1e${'9'.repeat(60_000)}}`, 'categoryId'],
  ['9,000 unknown fields and no name', `{${'"a":1,'.repeat(9_000)}"categoryId":1}`, 'name is required'],
  ['no categoryId', '{"name":"Rex"}', 'categoryId is required'],
  ...['null', '1', '["Rex"]', '{}', String.raw`"\ud800"`, String.raw`"\udc15\ud83d"`].map(
    (name) => [`the name ${name}`, `{"name":${name},"categoryId":1}`, 'name'] as const,
  ),
  ...['null', '"1"', '1.5', '1e-1', 'true', '[]', '9223372036854775808', '-9223372036854775809', '1e19', '1e400'].map(
    (categoryId) =>
      [
        `the categoryId ${categoryId}`,
        `{"name":"Rex","categoryId":${categoryId}}`,
        'categoryId must be an integer from -2^63 to 2^63-1',
      ] as const,
  ),
  ...['null', '""', '"lost"', '"Sold"', '["sold"]', '0'].map(
    (status) => [`the status ${status}`, `{"name":"Rex","categoryId":1,"status":${status}}`, 'status'] as const,
  ),
  ...['1', '4', 'null', '"4"'].map(
    (id) =>
      [`the id ${id}, which the store assigns`, `{"id":${id},"name":"Rex","categoryId":1}`, 'id must be'] as const,
  ),
];

/** Values of Content-Type that are accepted. */
const accepted = [
  ...['application/json; charset=utf-8', 'Application/JSON;CHARSET="UTF-8"', 'application/json ; profile="a;b"'],
  ...['application/json\t;\tcharset=utf-8', 'application/json;', 'application/json; profile=a ; charset =utf8'],
  ...[
    'UTF8',
    'utf8',
    '"utf8"',
    "'utf-8'",
    '" utf-8 "',
    'Utf-8;',
    'utf-8; profile=a',
    'utf_8',
    '"\\utf-8"',
    ' "UTF-8"',
  ].map((charset) => `application/json; charset=${charset}`),
];

/** Charsets that are refused. */
const charsets = ['utf-16', 'ISO-8859-1', '"windows-1252"', 'us-ascii', 'utf-88', 'xutf-8', '""'];

/** Values of Content-Type that are refused as a whole. */
const otherTypes = [
  ...['application/json; charset=', 'application/json; charset', 'application/json x', 'application/jsonp'],
  ...['application/problem+json', 'application/json, application/json', 'text/plain', 'text/json; charset=utf-8'],
  'application/x-www-form-urlencoded',
];

/** Values of Content-Type that are refused, and what the message mentions. */
const unsupported: readonly (readonly [value: string, mentions: string])[] = [
  ...charsets.map(
    (charset) => [`application/json; charset=${charset}`, `the charset "${charset.replaceAll('"', '')}"`] as const,
  ),
  ...otherTypes.map((value) => [value, `not "${value}"`] as const),
  ['application/json; charset=utf-8,', 'application/json; charset=utf-8,'],
  ['application/json\tx', 'must be JSON'],
];

/** Replies to `POST /v1/pets` (docs/interface.md, part 4.2). */
export const createCases: readonly WireCase[] = [
  ...created.map(([what, body, pet = withId(body)]): WireCase => ({
    name: `a pet is created from ${what}`,
    request: post(body),
    expect: { status: 201, headers: json, body: pet },
  })),
  {
    name: 'a status that is left out is the default status if there is one',
    setup: { defaultStatus: 'pending' },
    request: post(rex),
    expect: { status: 201, headers: json, body: '{"id":4,"name":"Rex","categoryId":1,"status":"pending"}' },
  },
  {
    name: 'a body may be streamed without its length',
    request: { ...post(rex), streamed: true },
    expect: rexReply,
  },
  {
    name: 'the query of a creation is ignored',
    request: { ...post(rex), path: '/v1/pets?limit=0' },
    expect: rexReply,
  },
  ...refused.map(([what, body, mentions]): WireCase => ({
    name: `a creation is refused for ${what}`,
    request: post(body),
    expect: error(400, 'invalid_request', mentions),
  })),
  {
    name: 'a creation is refused for no body at all',
    request: authorized('POST', '/v1/pets', [jsonType]),
    expect: error(400, 'invalid_request', 'empty'),
  },
  {
    name: 'a creation is refused for a streamed body of no bytes',
    request: { ...post(''), streamed: true },
    expect: error(400, 'invalid_request', 'empty'),
  },
  ...accepted.map((value): WireCase => ({
    name: `the Content-Type ${value} is accepted`,
    request: post(rex, [['Content-Type', value]]),
    expect: rexReply,
  })),
  ...unsupported.map(([value, mentions]): WireCase => ({
    name: `the Content-Type ${value} is refused`,
    request: post(rex, [['Content-Type', value]]),
    expect: error(415, 'unsupported_media_type', mentions),
  })),
  {
    name: 'a body without a Content-Type is refused',
    request: post(utf8.encode(rex), []),
    expect: error(415, 'unsupported_media_type', 'has no Content-Type'),
  },
  {
    name: 'two Content-Types are refused',
    request: post(rex, [jsonType, jsonType]),
    expect: error(415, 'unsupported_media_type', 'send one header "Content-Type: application/json"'),
  },
  {
    name: 'an encoded body is refused',
    request: post(rex, [jsonType, ['Content-Encoding', 'gzip']]),
    expect: error(415, 'unsupported_media_type', 'Content-Encoding'),
  },
  {
    name: 'a body with the encoding "identity" is not encoded',
    request: post(rex, [jsonType, ['Content-Encoding', 'identity']]),
    expect: rexReply,
  },
  {
    name: 'a body of 65,536 bytes is accepted',
    request: post(rex + ' '.repeat(65_536 - rex.length)),
    expect: rexReply,
  },
  {
    name: 'a body of 65,537 bytes is refused',
    request: post(rex + ' '.repeat(65_537 - rex.length)),
    expect: error(413, 'payload_too_large', '65536'),
  },
  {
    name: 'a streamed body of 65,537 bytes is refused',
    request: { ...post(rex + ' '.repeat(65_537 - rex.length)), streamed: true },
    expect: error(413, 'payload_too_large', '65536'),
  },
  {
    name: 'the limit of a body counts bytes, not characters',
    setup: { maxBodyBytes: 32 },
    request: post('{"name":"🐕🐕","categoryId":1}'),
    expect: error(413, 'payload_too_large', '32'),
  },
];

/** The JSON of the pet that is created of a body, which comes after the three of the store. */
function withId(body: string): string {
  return body.replace('{', '{"id":4,');
}
