import { Result, unwrap } from '@petstore/core';
import { invalidPets, misspeltPets } from '@petstore/test-support/invalid-pets';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createTestFetch, parseInput, type Fault, type ScriptStep } from '../src/index.ts';
import { faults } from '../src/script/faults.ts';
import { sessionOptionsSchema } from '../src/sessions/session-options.ts';
import { creation, ways } from './test-stores.ts';

const rex = { id: 7, name: 'Rex', categoryId: 1 };

describe.each(ways)('a script of $way', ({ open }) => {
  test('fails twice, then lets the creation succeed', async () => {
    const step = {
      operation: 'createPet',
      times: 2,
      respond: { status: 503, headers: { 'Retry-After': '1' } },
    } as const;
    const { call, store } = await open({ script: [step] });
    expect((await call('/pets')).status).toBe(200); // another operation
    const first = await call('/pets', creation);
    expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await first.json()).toEqual({
      code: 'storage_failure',
      message: 'The test asked for this response.',
      status: 503,
    });
    expect((await call('/pets', creation)).status).toBe(503);
    expect(await unwrap(store.listPets())).toEqual([]);
    expect((await call('/pets', creation)).status).toBe(201);
  });

  test('plays its steps in order; an empty step lets a request pass', async () => {
    const { call, setScript } = await open();
    setScript([{}, { respond: { status: 418, body: 'teapot' } }, { respond: { status: 200, body: { n: 2n ** 60n } } }]);
    expect((await call('/pets')).status).toBe(200);
    const teapot = await call('/pets');
    expect([teapot.headers.get('Content-Type'), await teapot.text()]).toEqual(['text/plain; charset=utf-8', 'teapot']);
    const exact = await call('/pets');
    expect([exact.headers.get('Content-Type'), await exact.text()]).toEqual([
      'application/json',
      '{"n":1152921504606846976}',
    ]);
    expect(await (await call('/pets')).json()).toEqual([]);
  });

  test('does not affect requests without an operation', async () => {
    const { call } = await open({ script: [{ respond: { status: 503 } }] });
    expect((await call('/store/orders')).status).toBe(404);
    expect((await call('/pets', { method: 'PUT' })).status).toBe(405);
    expect((await call('/pets', { method: 'HEAD' })).status).toBe(503);
  });

  test('with `after`, replaces the reply once the operation has taken effect', async () => {
    const { call, store } = await open({ script: [{ when: 'after', respond: { status: 500 } }] });
    expect((await call('/pets', creation)).status).toBe(500);
    expect(await unwrap(store.listPets())).toHaveLength(1);
  });

  test.each<[step: ScriptStep, pets: number]>([
    [{ when: 'before', delay: 2 ** 31 - 1 }, 0],
    [{ when: 'after', delay: 2 ** 31 - 1 }, 1],
    [{ when: 'before', fault: 'STALL_HEADERS' }, 0],
  ])('with %j answers no creation until the client leaves, and creates %i pets', async (step, pets) => {
    const { call, store, requests } = await open({ script: [step] });
    const aborter = new AbortController();
    const pending = call('/pets', { ...creation, signal: aborter.signal });
    await expect.poll(() => requests()[0]?.body).toBe(creation.body);
    aborter.abort(new Error('too late'));
    await expect(pending).rejects.toThrow('too late');
    expect(await unwrap(store.listPets())).toHaveLength(pets);
  });

  test('answers after its delays', async () => {
    const { call } = await open({ pets: [rex], script: [{ delay: 100, bodyDelay: 100 }] });
    const begun = performance.now();
    const response = await call('/pets');
    const answered = performance.now();
    expect(await response.json()).toEqual([rex]);
    expect(answered - begun).toBeGreaterThan(95); // a timer may be a little early
    expect(performance.now() - begun).toBeGreaterThan(190);
  });

  test('ends a truncated body with an error', async () => {
    const { call } = await open({ pets: [rex], script: [{ fault: 'TRUNCATED_BODY' }] });
    const response = await call('/pets');
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '38']);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test('stalls a body until the client leaves, even after a garbage collection', async () => {
    const { call } = await open({ pets: [rex], script: [{ fault: 'STALL_BODY' }] });
    const aborter = new AbortController();
    const reader = ((await call('/pets', { signal: aborter.signal })).body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value).toHaveLength(19);
    const rest = reader.read();
    for (let turn = 0; turn < 3; turn++) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    aborter.abort(new Error('too late'));
    await expect(rest).rejects.toThrow('too late');
  });

  test('sends the body of a step as it was when the script was set', async () => {
    const body: Record<string, unknown> = { small: 1e21 };
    const { call } = await open({ script: [{ respond: { status: 200, body } }] });
    body.itself = body; // now it cannot be written
    expect(await (await call('/pets')).text()).toBe('{"small":1e+21}');
  });

  test('ends a stall with a TypeError when the store is closed', async () => {
    const { call, requests, close } = await open({ script: [{ fault: 'STALL_HEADERS' }] });
    const pending = expect(call('/pets')).rejects.toThrow(TypeError);
    await expect.poll(() => requests()).toHaveLength(1);
    await close();
    await pending;
    await expect(call('/pets')).rejects.toThrow(TypeError);
  });

  test('dribbles a body byte by byte, and answers 502 as a proxy does', async () => {
    const { call } = await open({
      pets: [rex],
      script: [{ fault: 'DRIBBLE', bodyDelay: 1 }, { fault: 'PROXY_HTML_502' }],
    });
    const bytes: Uint8Array[] = [];
    for await (const chunk of (await call('/pets')).body ?? []) bytes.push(chunk as Uint8Array);
    expect(bytes.filter(({ length }) => length !== 1)).toEqual([]);
    expect(JSON.parse(Buffer.concat(bytes).toString())).toEqual([rex]);
    const proxy = await call('/pets');
    expect([proxy.status, proxy.headers.get('Content-Type')]).toEqual([502, 'text/html']);
    await expect(proxy.json()).rejects.toThrow(SyntaxError);
  });

  test('has steps that take only the requests that match', async () => {
    const { call, setScript } = await open({ pets: [rex] });
    const respond = (status: number) => ({ respond: { status } });
    const body = { body: { categoryId: 2n ** 60n, tags: [{ a: 1 }] } };
    setScript([
      { match: { petId: 7 }, ...respond(410) },
      { match: { petId: 2n ** 63n - 1n }, ...respond(411) },
      { match: { query: { status: 'sold', limit: 5 } }, ...respond(412) },
      { operation: 'listPets', match: { query: { status: null } }, ...respond(413) },
    ]);
    const readStatus = async (path: string, init?: Parameters<typeof call>[1]) => (await call(path, init)).status;
    const create = (body: string) => readStatus('/pets', { method: 'POST', body });
    expect(await readStatus('/pets/8')).toBe(404);
    expect(await readStatus('/pets/7')).toBe(410);
    expect(await readStatus('/pets/7')).toBe(200);
    expect(await readStatus('/pets/9223372036854775807')).toBe(411);
    expect(await readStatus('/pets?status=sold')).toBe(200);
    expect(await readStatus('/pets?limit=5&status=s%6fld')).toBe(412);
    expect(await readStatus('/pets?status=available')).toBe(200);
    expect(await readStatus('/pets?limit=1')).toBe(413);
    setScript([
      { match: { query: { status: 'sold' } }, ...respond(412) },
      { match: body, ...respond(414) },
    ]);
    expect(await readStatus('/pets?status=available&status=sold')).toBe(412);
    expect(await create('{"name":"Rex","categoryId":1,"tags":[{"a":1}]}')).toBe(201);
    expect(await create('no JSON')).toBe(400);
    expect(await create('{"tags":[{"a":1,"b":2}],"name":"Rex","categoryId":1152921504606846976}')).toBe(414);
  });

  test('sends a body at a rate', async () => {
    const { call } = await open({ script: [{ respond: { status: 200, body: 'x'.repeat(50) }, bytesPerSecond: 500 }] });
    const begin = performance.now();
    const response = await call('/pets');
    expect(await response.text()).toBe('x'.repeat(50));
    expect(performance.now() - begin).toBeGreaterThan(80); // a timer of Node may be a millisecond early
  });

  test('stops a slow body when the store is closed', async () => {
    const { call, close } = await open({
      script: [{ respond: { status: 200, body: 'x'.repeat(1_000) }, bytesPerSecond: 1 }],
    });
    const response = await call('/pets');
    const rest = expect(response.text()).rejects.toThrow(TypeError);
    await close();
    await rest;
  });

  test('is replaced by a reset, which restores the pets', async () => {
    const { call, reset, requests, store } = await open({ pets: [rex], script: [{ respond: { status: 503 } }] });
    await call('/pets');
    await call('/pets', creation);
    reset();
    expect(requests()).toEqual([]);
    expect(await unwrap(store.listPets())).toEqual([rex]);
    expect((await call('/pets')).status).toBe(200);
    reset({ pets: [], script: [{ respond: { status: 500 } }] });
    expect((await call('/pets')).status).toBe(500);
    expect(await unwrap(store.listPets())).toEqual([]);
  });

  test('changes nothing if a reset or a script is refused', async () => {
    const { call, reset, setScript, requests } = await open({ pets: [rex], script: [{ respond: { status: 503 } }] });
    await call('/store/orders');
    const wrong = [{ operation: 'feedPet' }] as unknown as ScriptStep[];
    expect(() => reset({ pets: [], script: wrong })).toThrow(TypeError);
    expect(() => reset({ pets: [{ ...rex, id: -1 }], script: [] })).toThrow(TypeError);
    expect(() => reset({ pet: [] } as never)).toThrow(/^pet .*pets\b/);
    expect(() => reset({ pets: null as never })).toThrow(/^pets .*array/);
    expect(() => setScript(wrong)).toThrow(TypeError);
    expect(requests()).toHaveLength(1);
    expect((await call('/pets')).status).toBe(503);
    expect(await (await call('/pets')).json()).toEqual([rex]);
  });

  test('replaces the default headers by those of a response, in any case of letters', async () => {
    const headers = { 'content-type': 'application/problem+json', 'ACCESS-CONTROL-ALLOW-ORIGIN': 'http://a.example' };
    const { call } = await open({ script: [{ respond: { status: 422, headers } }] });
    const response = await call('/pets');
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('http://a.example');
    expect(await response.json()).toMatchObject({ code: expect.any(String) as unknown, status: 422 });
  });

  test('lets pages of other origins read its responses if the store has CORS', async () => {
    const script = [{ respond: { status: 503 } }] as const;
    const allowed = async (cors: boolean) =>
      (await (await open({ script, cors })).call('/pets')).headers.get('Access-Control-Allow-Origin');
    expect([await allowed(true), await allowed(false)]).toEqual(['*', null]);
  });

  test('lets a page that sends credentials read all header fields of its responses', async () => {
    const script = [{ respond: { status: 503, headers: { 'Retry-After': '1', 'X-Request-Id': 'a' } } }] as const;
    const { call } = await open({ script });
    const { headers } = await call('/pets', { headers: { Origin: 'http://a.example' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('http://a.example');
    expect(headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(headers.get('Vary')).toBe('Origin');
    const exposed = headers.get('Access-Control-Expose-Headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Retry-After', 'X-Request-Id']));
  });

  test('works below a basePath', async () => {
    const { client, call, url } = await open({ basePath: '/api', script: [{}, { respond: { status: 503 } }] });
    expect(url).toMatch(/\/api\/v1$/);
    expect(await unwrap(client.listPets())).toEqual([]);
    expect((await call('/pets')).status).toBe(503);
  });

  test('answers the client of the store too', async () => {
    const { client, requests, store } = await open({ script: [{ when: 'after', fault: 'CONNECTION_RESET_BY_PEER' }] });
    const lost = await client.createPet({ name: 'Rex', categoryId: 2n ** 60n });
    expect(lost._unsafeUnwrapErr()).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
    expect(await unwrap(client.listPets())).toEqual(await unwrap(store.listPets()));
    expect(requests()[0]).toMatchObject({ json: { categoryId: 2n ** 60n }, faults: ['CONNECTION_RESET_BY_PEER'] });
  });

  test('refuses wrong options by name', async () => {
    await expect(async () => open({ apiKeys: [] })).rejects.toThrow(/^apiKeys\b/);
    await expect(async () => open({ apiKeys: 'k' as never })).rejects.toThrow(/^apiKeys\b/);
    await expect(async () => open({ maxRequests: -1 })).rejects.toThrow(/^maxRequests\b/);
    await expect(async () => open({ scripts: [] } as never)).rejects.toThrow(/^scripts .*script\b/);
    await expect(async () => open({ store: {} } as never)).rejects.toThrow(/^store\b/);
    for (const { pets, problem } of [...invalidPets, ...misspeltPets]) {
      await expect(async () => open({ pets } as never)).rejects.toThrow(`pets${problem}`);
    }
  });
});

test.each<[step: ScriptStep, reason: string]>([
  [{ raw: { pieces: ['HTTP/1.1 200 OK\r\n\r\n'] } }, 'startTestServer'],
  ...(['EMPTY_RESPONSE', 'RANDOM_DATA_THEN_CLOSE', 'CONNECTION_RESET_BY_PEER'] as const).map(withItsName),
  ...(['MALFORMED_RESPONSE_CHUNK', 'CLOSE_REUSED', 'RESET_REUSED'] as const).map(withItsName),
])('createTestFetch rejects with a TypeError for %j, which needs a connection: %s', async (step, reason) => {
  const { fetch, url, apiKey } = createTestFetch({ script: [step] });
  const list = () => fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const error = await list().catch((error: unknown) => error);
  expect(error).toEqual(new TypeError('fetch failed'));
  expect((error as Error & { cause: Error }).cause.message).toContain(reason);
  expect((await list()).status).toBe(200);
});

function withItsName(fault: Fault): [ScriptStep, reason: string] {
  return [{ fault }, fault];
}

const fields = 'operation, match, times, when, respond, raw, fault, delay, bodyDelay, bytesPerSecond';
const answer = (more: object) => ({ respond: { status: 200, ...more } });
const raw = (more: object) => ({ raw: { pieces: [''], ...more } });
const bytesRule = 'must be a string, a Uint8Array, or { "base64": "…" }';

describe('a wrong step is a TypeError with the path of the mistake and the possible values:', () => {
  const refusal = (steps: unknown) => {
    const { setScript } = createTestFetch();
    const error = Result.fromThrowable(setScript)(steps as ScriptStep[])._unsafeUnwrapErr();
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  };

  test.each<[step: unknown, message: string]>([
    [undefined, ` is required: an object with ${fields}`],
    [{ operation: 'feedPet' }, '.operation must be one of listPets, createPet, getPet, not "feedPet"'],
    [{ fault: 'RESET_RUESED' }, `.fault must be one of ${faults.join(', ')}, not "RESET_RUESED"`],
    [{ falt: 'DRIBBLE' }, ` has the unknown field "falt": its fields are ${fields}`],
    [{ times: 0 }, '.times must be an integer from 1 to 1000000, not 0'],
    [{ delay: 1.5 }, '.delay must be an integer from 0 to 2147483647, not 1.5'],
    [{ respond: {} }, '.respond.status is required: an integer from 200 to 599'],
    [{ respond: { status: 600 } }, '.respond.status must be an integer from 200 to 599, not 600'],
    [answer({ text: '' }), '.respond has the unknown field "text": its fields are status, headers, body'],
    [answer({ body: () => '' }), '.respond.body must be a string or a JSON value, not a function'],
    [answer({ body: Buffer.from('x') }), '.respond.body must be a string or a JSON value: send bytes with raw'],
    [
      { respond: { status: 204, body: '' } },
      '.respond must have no body: a response of status 204, 205 or 304 has none',
    ],
    [answer({ headers: { a: 1 } }), '.respond.headers.a must be a string, not 1'],
    [
      answer({ headers: { 'a b': '' } }),
      '.respond.headers.a b is not possible: the name of a header is a token, such as Retry-After',
    ],
    [answer({ headers: { a: 'b\r\nc: d' } }), '.respond.headers.a must be printable ASCII'],
    [
      answer({ headers: { Connection: 'keep-alive' } }),
      '.respond.headers.Connection is not possible: the server sets it (only Connection: close is possible; raw writes any head)',
    ],
    [answer({ headers: { trailer: 'x' } }), '.respond.headers.trailer is not possible: a response has no trailers'],
    [{ match: { petid: 1 } }, '.match has the unknown field "petid": its fields are petId, query, body'],
    [{ match: { petId: '1' } }, '.match.petId must be an integer from -2^63 to 2^63-1, not "1"'],
    [
      { match: { query: { limit: [1] } } },
      '.match.query.limit must be a string, an integer, or null for a parameter that must be absent, not [1]',
    ],
    [{ match: { body: () => '' } }, '.match.body must be a JSON value, not a function'],
    [{ operation: 'listPets', match: { petId: 1 } }, ' must not have a match.petId: listPets has none in its path'],
    [{ operation: 'getPet', match: { body: {} } }, ' must not have a match.body: getPet has none'],
    [raw({ pieces: undefined }), '.raw.pieces is required: a list of 1 to 10000 pieces'],
    [raw({ pieces: [] }), '.raw.pieces must be a list of 1 to 10000 pieces, not []'],
    [raw({ pieces: ['', new ArrayBuffer(1)] }), `.raw.pieces[1] ${bytesRule}, not {}`],
    [raw({ pieces: [{ base64: '/w=' }] }), `.raw.pieces[0] ${bytesRule}, not {"base64":"/w="}`],
    [raw({ end: 'cut' }), '.raw.end must be one of close, reset, stall, not "cut"'],
    [{ ...raw({}), ...answer({}) }, ' must not have respond beside raw: each is the whole response'],
    [{ ...raw({}), fault: 'DRIBBLE' }, ' must not have a fault beside raw: end says what becomes of the connection'],
    [{ ...raw({}), bodyDelay: 1 }, ' must not have bodyDelay beside raw: gap is the pause between its pieces'],
    [
      { raw: { pieces: [''] }, bytesPerSecond: 1 },
      ' must not have bytesPerSecond beside raw: gap is the pause between its pieces',
    ],
    [{ fault: 'STALL_HEADERS', bytesPerSecond: 1 }, ' must not have bytesPerSecond: STALL_HEADERS sends no such body'],
    [{ fault: 'DRIBBLE', bytesPerSecond: 1 }, ' must not have bytesPerSecond: DRIBBLE sends a byte each bodyDelay'],
    [{ fault: 'DRIBBLE', bodyDelay: 0 }, ' must have a bodyDelay from 1 on: DRIBBLE waits between two bytes'],
    [{ fault: 'EMPTY_RESPONSE', ...answer({}) }, ' must not have respond: EMPTY_RESPONSE sends none'],
    [{ fault: 'STALL_HEADERS', bodyDelay: 1 }, ' must not have bodyDelay: STALL_HEADERS sends no such body'],
    [{ fault: 'TRUNCATED_BODY', ...answer({}) }, ' must have a body to respond: TRUNCATED_BODY sends half of it'],
    [{ fault: 'STALL_BODY', ...answer({ body: '' }) }, ' must have a body to respond: STALL_BODY sends half of it'],
  ])('%o', (step, message) => {
    expect(refusal([{}, step])).toBe(`script[1]${message}.`);
  });

  test('no list, or what cannot be written as JSON', () => {
    expect(refusal('once')).toBe('script must be a list of steps, not "once".');
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const getter = {
      get name() {
        throw new Error('a getter that throws');
      },
    };
    for (const value of [cycle, getter]) {
      expect(refusal([answer({ body: value })])).toMatch(
        /^script\[0\]\.respond\.body must be a string or a JSON value/,
      );
      expect(refusal([{ operation: value }])).toMatch(
        /^script\[0\]\.operation must be one of .* object that cannot be/,
      );
    }
  });
});

/** Collects garbage. Node has a function for that only with `--expose-gc`. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('a signal ends a request to createTestFetch even if its body never ends', async () => {
  const { url, apiKey, fetch } = createTestFetch();
  const aborter = new AbortController();
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const pending = new Promise((resolve) => {
    const body = new ReadableStream({ pull: () => aborter.abort(new Error('too late')) }, { highWaterMark: 0 });
    resolve(fetch(`${url}/pets`, { method: 'POST', headers, body, duplex: 'half', signal: aborter.signal }));
  });
  await expect(pending).rejects.toThrow('too late');
});

const readGuide = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

test('docs/sessions.md has a row for every option of a session', () => {
  const [, names = ''] =
    /fields are (.*)\.$/.exec(parseInput(sessionOptionsSchema, { no: 1 })._unsafeUnwrapErr()) ?? [];
  const [, table = ''] = readGuide('sessions.md').split(/^## The options of a session|^## The calls/m);
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort()).toEqual(names.split(', ').sort());
});

test('docs/wrong-on-purpose.md has a row for every fault', () => {
  const guide = readGuide('wrong-on-purpose.md');
  expect([...guide.matchAll(/^\| `([A-Z_\d]+)` /gm)].map(([, name]) => name)).toEqual(faults);
});
