/** What repeats a case with a client alone. */
export interface Repetition {
  /** The calls of the client, by their methods, such as `GET POST`. */
  readonly calls: string;
  /** The response to each request: an argument of `raw-server.py`. */
  readonly responses: readonly string[];
}

const rex = '{"id":1,"name":"Rex","categoryId":1}';
const json = 'Content-Type: application/json';

/** Makes a response with a length. `\xNN` in a body stands for one byte. */
export function respond(status: string, fields: readonly string[], body: string): string {
  const length = Buffer.byteLength(body.replace(/\\x[0-9a-f]{2}/g, '.'));
  return head(status, [...fields, `Content-Length: ${length}`]) + body;
}

/** Makes the head of a response. Its lines end with `\r\n`, as an argument of the raw server says it. */
export function head(status: string, fields: readonly string[]): string {
  return `${[`HTTP/1.1 ${status}`, ...fields].join(String.raw`\r\n`)}${String.raw`\r\n\r\n`}`;
}

/** Makes a list of pets, with the status 200. */
export function list(body = `[${rex}]`, ...fields: readonly string[]): string {
  return respond('200 OK', [json, ...fields], body);
}

const max = '{"id":2,"name":"Max","categoryId":2}';
const crlf = String.raw`\r\n`;
const created = respond('201 Created', [json], rex);
const earlyHints = head('103 Early Hints', ['Link: </style.css>; rel=preload']);

/** `[{"id":1,"name":"Rex","categoryId":1}]` in gzip. */
const gzipped =
  String.raw`\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x8b\xae\x56\xca\x4c\x51\xb2\x32\xd4\x51\xca\x4b\xcc\x4d\x55\xb2` +
  String.raw`\x52\x0a\x4a\xad\x50\xd2\x51\x4a\x4e\x2c\x49\x4d\xcf\x2f\xaa\xf4\x04\xc9\xd5\xc6\x02\x00\x3b\x9e\x7b\x07\x26\x00\x00\x00`;

/** The same list in gzip, without the end of gzip. */
const cutGzip =
  String.raw`\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x8a\xae\x56\xca\x4c\x51\xb2\x32\xd4\x51\xca\x4b\xcc\x4d\x55\xb2\x52\x0a` +
  String.raw`\x4a\xad\x50\xd2\x51\x4a\x4e\x2c\x49\x4d\xcf\x2f\xaa\xf4\x04\xc9\xd5\xc6\x02\x00\x00\x00\xff\xff`;

/** The same list in two members of gzip: the first has its first twelve characters. */
const twoMembers =
  String.raw`\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x8b\xae\x56\xca\x4c\x51\xb2\x32\xd4\x51\xca\x4b\x04\x00\x2e\xaf\x92\x75` +
  String.raw`\x0c\x00\x00\x00\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x4d\x55\xb2\x52\x0a\x4a\xad\x50\xd2\x51\x4a\x4e\x2c` +
  String.raw`\x49\x4d\xcf\x2f\xaa\xf4\x4c\x51\xb2\x32\xac\x8d\x05\x00\x0c\x50\x9d\x6b\x1a\x00\x00\x00`;

/** A list in gzip, whose coding is spelled `GZIP`. */
export const capitalGzip = get(list(gzipped, 'Content-Encoding: GZIP'));

/** A list in two members of gzip. */
export const gzipInMembers = get(list(twoMembers, 'Content-Encoding: gzip'));

/** Two interim responses before the final one. */
export const interimTwice = get(earlyHints + earlyHints + list());

/** A Content-Length with a sign. */
export const signedLength = get(`${head('200 OK', [json, 'Content-Length: +38'])}[${rex}]<close>`);

/** A second response in one write with the first. */
export const unaskedAtOnce: Repetition = { calls: 'GET wait GET', responses: [list() + list(`[${max}]`), list()] };

/** The HTML of a proxy, with its status. */
export const htmlOfProxy = get(respond('502 Bad Gateway', ['Content-Type: text/html'], '<html>Bad gateway</html>'));

/** An object in the place of a list. */
export const objectForList = get(list('{}'));

/** A redirect to the address of the request. */
export const redirectToItself = respond('307 Temporary Redirect', ['Location: pets'], '');

/** A redirect that says no target. */
export const redirectNowhere = get(respond('307 Temporary Redirect', [json], '{}'));

function get(...responses: readonly string[]): Repetition {
  return { calls: 'GET', responses };
}

/** The shortest exchange that shows each mistake, by the number of its case. A client with a mistake of its own has a repetition in `findings`. */
export const repetitions: Readonly<Record<number, Repetition>> = {
  1: get(list()),
  11: get(list('[{"id":1,"name":"Rex","categoryId":9007199254740993}]')),
  17: get(respond('200 OK', ['Content-Type: APPLICATION/JSON'], `[${rex}]`)),
  19: get(
    `${head('200 OK', [json, 'Transfer-Encoding: chunked', 'Trailer: X-Checksum'])}26;name=value${crlf}[${rex}]${crlf}0${crlf}X-Checksum: 1a2b${crlf}${crlf}`,
  ),
  21: get(earlyHints + list()),
  24: get(respond('404 Not Found', [json], '{"code":"not_found","message":"There is no such pet."}')),
  26: get(respond('200 OK', ['Content-Type: text/html'], '<html>Log in</html>')),
  27: get(respond('503 Service Unavailable', [], '')),
  28: get(respond('499 Unknown', [json], '{"code":"unknown","message":"An unknown error."}')),
  30: get(respond('401 Unauthorized', [json], '{"code":"unauthorized","message":"The key is wrong."}')),
  31: get(`${head('200 OK', [json, 'Content-Length: 102'])}[${rex}]<close>`),
  32: get(`${head('200 OK', [json, 'Transfer-Encoding: chunked'])}26${crlf}[${rex}]${crlf}<close>`),
  33: get(`${head('200 OK', [json, 'Content-Length: 38'])}[{"id":1,<wait 10>`),
  36: { calls: 'GET POST', responses: [list(), '<close>', created] },
  37: { calls: 'POST', responses: [respond('503 Service Unavailable', ['Retry-After: 0'], ''), created] },
  41: get(respond('307 Temporary Redirect', ['Location: http://127.0.0.1:8081/v1/pets'], ''), list()),
  44: { calls: 'HEAD', responses: [head('200 OK', [json, 'Content-Encoding: gzip', 'Content-Length: 38'])] },
  52: get(list('[{"id":1,"name":"Rex","categoryId":9007199254740993}]')),
  58: get(list('')),
  62: get(list(cutGzip, 'Content-Encoding: gzip')),
  68: { calls: 'GET POST', responses: [list(`[${rex}]`, 'Connection: foo, close, bar'), created] },
  70: get(list('[{}]')),
  71: get(`${head('200 OK', [json, 'Content-Length: 38 '])}[${rex}]`),
  72: get(respond('403 Forbidden', [json], '{"code":"cut')),
  74: { calls: 'POST', responses: [`${head('201 Created', [json, 'Content-Length: 102'])}${rex}<close>`] },
  75: get(list(String.raw`[{"id":1,"name":"R\xff\xc3x","categoryId":1}]`)),
  76: get(redirectToItself),
  77: get(respond('399 Unknown', [json], `[${rex}]`)),
  78: { calls: 'POST', responses: [respond('303 See Other', ['Location: /v1/pets'], ''), list()] },
  81: get(list(gzipped, 'Content-Encoding: x-gzip')),
  82: get(list(`[${rex}] more`)),
  85: get(respond('307 Temporary Redirect', ['Location: pets?status=sold'], ''), list()),
  86: { calls: 'GET wait GET', responses: [`${list()}<wait 0.2>${list(`[${max}]`)}`, list()] },
  87: get(`${head('200 OK', [json, 'Content-Length: 38x'])}[${rex}]<close>`),
  88: get(
    `${head('200 OK', [json, 'Content-Length: 5', 'Transfer-Encoding: chunked'])}26${crlf}[${rex}]${crlf}0${crlf}${crlf}`,
  ),
};
