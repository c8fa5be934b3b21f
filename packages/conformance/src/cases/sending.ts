import { INT64_MAX, INT64_MIN } from '@petstore/core';
import { decodeUnreserved } from '@petstore/http';
import type { RecordedRequest } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, lookOnce, notExercised, pass, type Finding } from '../finding.ts';
import { describeResult } from '../judge.ts';
import { creationOf, judgeRequests, shown, type Rule } from '../rule.ts';
import type { Harness } from '../harness.ts';
import type { CallArguments, ProtocolOperation } from '../protocol.ts';
import { answer, answerCreation, calls, gets, newRex, rexes, rexJson, type Call } from './replies.ts';
import { rules } from './rules.ts';

/** The integers that a double rounds, the bounds, some that 32 bits cannot hold, that are written as 1e+18, or taken for none. */
export const awkwardIntegers = [
  ...[2n ** 53n + 1n, -(2n ** 53n + 1n), INT64_MAX, INT64_MIN],
  ...[2n ** 31n, 2n ** 32n + 1n, 10n ** 18n, 1_000_000n, 0n, -1n],
].map(String);

/** Ids that are texts, and that clients change: they leave them as they are, or trim, normalise and cut them. */
const textIds: readonly string[] = [
  ...['a/b', 'a\\b', '%', '%41', 'a?b#c', 'a;b=c', 'é ', '+'],
  ...[`Ab  cD<'"&>`, 'e\u0301 \u2126', 'Id-'.repeat(100)],
];

/** Answers a creation, so that its body is recorded: the store does not read one with another media type. */
const created = [answer('createPet', 201, rexJson)];

/** The operations that have no query. */
const withoutQuery: readonly Call[] = [
  ['createPet', { ...newRex, status: 'sold' }],
  ['getPet', { petId: '1' }],
];

/** Makes some calls, and judges what the client sent by a rule. */
function lookAtCalls(harness: Harness, some: readonly Call[], rule: Rule): Promise<Finding> {
  return lookAtEach(some, async ([operation, args]) => {
    const session = harness.open({ pets: rexes });
    await session.call(operation, args);
    return judgeRequests(rule, session.requests(operation));
  });
}

/** How requests are sent: the cases 1 to 10, 49, 50, 59, 62 and 63. */
export const sendingCases: readonly ConformanceCase[] = [
  {
    case: 1,
    name: 'keeps the whole path of the base address',
    level: 'must',
    reference: 'interface document, parts 1 and 4; RFC 3986, section 3.3',
    why: 'A service behind a gateway has a path of its own, and a request to another path reaches something else.',
    expected: 'Every request goes to the base address followed by one slash and the path of the operation.',
    watch: ({ requests, stray }) =>
      stray === undefined
        ? judgeRequests(rules.path, requests)
        : deviation(`It sent ${stray}, beside the base address.`),
    look: (harness) =>
      lookAtEach([false, true], (trailingSlash) =>
        lookAtEach(calls, async ([operation, args]) => {
          const session = harness.open({ pets: rexes, prefix: '/deep/er', trailingSlash });
          const result = await session.call(operation, args, { maySendNothing: true });
          const wanted = `${session.basePath}/pets${operation === 'getPet' ? '/1' : ''}`;
          const other =
            session.requests().find(({ path }) => decodeUnreserved(path) !== wanted)?.path ?? harness.strays()[0];
          if (other !== undefined) return deviation(`Asked for ${session.baseUrl}, it sent a request to ${other}.`);
          if (session.requests(operation).length === 0)
            return notExercised(`The client sent no request. ${describeResult(result)}`);
          return pass(`It sent a request to ${wanted}.`);
        }),
      ),
  },
  {
    case: 2,
    name: 'percent-encodes petId in the path',
    level: 'must',
    reference: 'RFC 3986, sections 2.1 and 3.3',
    why: 'An id with a slash otherwise reaches another resource than the one that was asked for.',
    expected: 'The id is one encoded segment of the path, or the client refuses it and sends nothing.',
    needs: 'text_ids',
    look: (harness) => lookAtTextIds(harness, textIds),
  },
  {
    case: 3,
    name: 'sends limit and status only if they are given',
    level: 'must',
    reference: 'interface document, part 4.1',
    why: 'An empty or misspelt parameter is another question, which a store may refuse or answer differently.',
    expected: 'The query has exactly the parameters that the client was given, with their values.',
    watch: ({ requests }) => judgeRequests(rules.query, requests),
    look: async (harness) => {
      const session = harness.open({ pets: rexes }); // one for all: what was given once must not come again
      const lists = await lookAtEach<CallArguments>(
        [
          { limit: '1' },
          {},
          { status: 'sold' },
          { limit: '100', status: 'available' },
          { limit: '20', status: 'pending' },
          { limit: '7' },
          { limit: '20' },
          { limit: '21' },
          { limit: '99' },
          { limit: '100' },
          { status: 'available' },
          {},
          { limit: '100', status: 'pending' }, // a creation and a get follow: they have no query
        ],
        async (args) => {
          const before = session.requests('listPets').length;
          await session.call('listPets', args);
          const wanted = Object.entries(args).map(([name, value]) => `${name}=${value}`);
          for (const { query } of session.requests('listPets').slice(before)) {
            const parameters = [...new URLSearchParams(query)];
            const sent = parameters.map(([name, value]) => `${name}=${value}`);
            const isRepeated = new Set(parameters.map(([name]) => name)).size !== parameters.length;
            // The default limit may be sent, too: it means the same.
            const missing = wanted.filter((each) => !sent.includes(each) && each !== 'limit=20');
            const more = sent.filter((each) => !wanted.includes(each) && each !== 'limit=20');
            if (missing.length + more.length === 0 && !isRepeated) continue;
            return deviation(`Asked for ${shown(args)}, it sent ${query === '' ? 'no query' : `?${query}`}.`);
          }
          return pass('It sent what it was given.');
        },
      );
      const others = await lookAtEach(withoutQuery, async ([operation, args]) => {
        await session.call(operation, args);
        return judgeRequests(rules.noQuery, session.requests(operation));
      });
      return combine([lists, others]);
    },
  },
  {
    case: 4,
    name: 'creates with a JSON Content-Type',
    level: 'must',
    reference: 'interface document, part 1; RFC 9110, section 8.3',
    why: 'A server that looks at the media type refuses a body without the right one.',
    expected: 'A creation has the header Content-Type: application/json.',
    watch: ({ requests }) => judgeRequests(rules.contentType, requests),
    look: async (harness) => {
      const session = harness.open();
      await session.call('createPet', newRex);
      return judgeRequests(rules.contentType, session.requests());
    },
  },
  {
    case: 5,
    name: 'sends int64 exactly',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A double has 53 bits: a rounded category is another category, and nobody notices.',
    expected: 'The body of the creation has the very integer that the client was given.',
    look: (harness) =>
      lookAtEach([...awkwardIntegers, ...awkwardIntegers.slice(0, 5)], async (categoryId, index) => {
        const args = { name: 'Rex', categoryId, ...(index >= awkwardIntegers.length && { status: 'sold' }) };
        const session = harness.open({ steps: [answerCreation(args)] });
        await session.call('createPet', args);
        const wrong = session
          .requests('createPet')
          .find((request) => !isInteger(creationOf(request)?.categoryId, categoryId));
        if (wrong === undefined) return pass(`It sent ${categoryId}.`);
        return deviation(`Given the category ${categoryId}, it sent ${wrong.body ?? 'no body'}.`);
      }),
  },
  {
    case: 6,
    name: 'leaves out a status that is not given',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'The status is one of three strings, or absent: null is none of them, and a store refuses it.',
    expected: 'A creation without a status has no field status.',
    watch: ({ requests }) => judgeRequests(rules.statusIsText, requests),
    look: async (harness) => {
      const sold = answer('createPet', 201, '{"id":1,"name":"Rex","categoryId":1,"status":"sold"}');
      const session = harness.open({ steps: [sold, ...created] });
      await session.call('createPet', { ...newRex, status: 'sold' }); // it must not come again
      const before = session.requests().length;
      await session.call('createPet', newRex);
      return judgeRequests(rules.noStatus, session.requests().slice(before));
    },
  },
  {
    case: 7,
    name: 'sends no id in a creation',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'The service assigns the id: a creation that brings one is refused, or overwrites a pet elsewhere.',
    expected: 'A creation after a pet was read has no field id.',
    watch: ({ requests }) => judgeRequests(rules.id, requests),
    look: async (harness) => {
      const pet = { id: '7', name: 'Mimi', categoryId: '2', status: 'sold' } as const;
      const pets = [{ id: 7, name: 'Mimi', categoryId: 2, status: 'sold' }] as const;
      const mimiJson = '{"id":8,"name":"Mimi","categoryId":2,"status":"sold"}';
      const session = harness.open({ pets, steps: [answer('createPet', 201, mimiJson), ...created] });
      const read = await session.call('listPets');
      if (!('ok' in read)) return notExercised(`The client could not read the pet. ${describeResult(read)}`);
      await session.call('createPet', { name: pet.name, categoryId: pet.categoryId, status: pet.status });
      await session.call('createPet', newRex); // after the one that was created
      return judgeRequests(rules.id, session.requests());
    },
  },
  {
    case: 8,
    name: 'sends the key as a bearer token only',
    level: 'should',
    reference: 'interface document, part 5; RFC 6750, sections 2.1 and 5.3',
    why: 'A URL is written into logs, histories and Referer headers, and the key with it.',
    expected: 'The client sends the key in the header Authorization: Bearer alone.',
    watch: ({ requests }) => judgeRequests(rules.key, requests),
    look: (harness) => lookAtCalls(harness, calls, rules.key),
  },
  {
    case: 9,
    name: 'sends valid UTF-8 and counts its bytes',
    level: 'must',
    reference: 'RFC 8259, section 8.1; RFC 9110, section 8.6',
    why: 'A length in characters cuts the body of every pet whose name is not plain ASCII.',
    expected: 'The store gets the name “Ω🐕” and a body as long as its Content-Length.',
    watch: ({ requests, violation }) =>
      violation === undefined
        ? judgeRequests(rules.utf8, requests)
        : deviation(`It sent what is not valid HTTP: ${violation}`),
    look: async (harness) => {
      const name = 'Ω🐕';
      const args = { name, categoryId: '1' };
      const session = harness.open({ steps: [answerCreation(args)] });
      await session.call('createPet', args);
      const wrong = session.requests('createPet').find((request) => creationOf(request)?.name !== name);
      if (wrong !== undefined) return deviation(`It sent the body ${shown(wrong.body)}.`);
      return pass(`It sent the name ${name}.`);
    },
  },
  {
    case: 10,
    name: 'sends no body with GET',
    level: 'should',
    reference: 'RFC 9110, section 9.3.1',
    why: 'A body in a GET has no meaning, and some servers and proxies refuse the request for it.',
    expected: 'A list and a get have no body.',
    watch: ({ requests }) => judgeRequests(rules.getBody, requests),
    look: async (harness) =>
      combine([
        await lookAtCalls(harness, [...gets, ['listPets', { limit: '5', status: 'sold' }]], rules.getBody),
        await lookOnce(() => lookAfterCreation(harness)),
      ]),
  },
  {
    case: 49,
    name: 'sends its key with every operation',
    level: 'must',
    reference: 'interface document, part 5',
    why: 'A store refuses every request without a valid key, so that the operation never works.',
    expected: 'A request of each operation has the header Authorization: Bearer with exactly the key.',
    watch: ({ requests }) =>
      combine(
        calls.flatMap(([operation]) => {
          const some = requests.filter((request) => request.operation === operation);
          return some.length === 0 ? [] : [judgeKey(operation, some)];
        }),
      ),
    look: (harness) =>
      lookAtEach(['main', 'other'] as const, (key) =>
        lookAtEach(calls, async ([operation, args]) => {
          const session = harness.open({ pets: rexes, key });
          await session.call(operation, args);
          return judgeKey(operation, session.requests(operation));
        }),
      ),
  },
  {
    case: 50,
    name: 'declares its bodies as what they are',
    level: 'must',
    reference: 'interface document, part 1; RFC 9110, sections 8.3, 8.4 and 15.5.16',
    why: 'A server refuses a body of another media type, charset or coding, so that no pet is ever created.',
    expected: 'The store does not answer a creation with 415.',
    watch: ({ requests }) => judgeRequests(rules.mediaType, requests),
    look: (harness) =>
      lookAtEach([newRex, { name: 'Ω🐕', categoryId: '1', status: 'sold' }], async (args) => {
        const session = harness.open();
        await session.call('createPet', args);
        return judgeRequests(rules.mediaType, session.requests());
      }),
  },
  {
    case: 59,
    name: 'sends no byte order mark',
    level: 'must',
    reference: 'RFC 8259, section 8.1',
    why: 'JSON on a network must not begin with one, and many parsers fail on it.',
    expected: 'The body of a creation begins with the JSON text.',
    watch: ({ requests }) => judgeRequests(rules.byteOrderMark, requests),
    look: (harness) =>
      lookAtEach([newRex, { name: 'Ω🐕', categoryId: '1' }], async (args) => {
        const session = harness.open({ steps: [answerCreation(args)] });
        await session.call('createPet', args);
        return judgeRequests(rules.byteOrderMark, session.requests());
      }),
  },
  {
    case: 62,
    name: 'sends no dot segment as petId',
    level: 'should',
    reference: 'RFC 3986, sections 3.3, 5.2.4 and 6.2.2.3',
    why: 'No URL can carry it, not even encoded: the request reaches another resource.',
    expected: 'The client refuses the ids “.” and “..”, and sends nothing elsewhere.',
    needs: 'text_ids',
    look: (harness) => lookAtTextIds(harness, ['.', '..']),
  },
  {
    case: 63,
    name: 'asks for an answer that is JSON',
    level: 'should',
    reference: 'interface document, part 1; RFC 9110, sections 12.5.1 and 15.5.7',
    why: 'A server may answer 406 to a client that accepts other media types only.',
    expected: 'The client sends no Accept, or one that application/json matches.',
    watch: ({ requests }) => judgeRequests(rules.accept, requests),
    look: (harness) => lookAtCalls(harness, calls, rules.accept),
  },
];

/** Looks where a client sends ids that are texts. */
async function lookAtTextIds(harness: Harness, petIds: readonly string[]): Promise<Finding> {
  return (
    (await getsPlainId(harness)) ??
    lookAtEach(petIds, async (petId) => {
      const session = harness.open();
      const result = await session.call('getPet', { petId }, { maySendNothing: true });
      const sent = [
        ...session.requests().map(({ method, path, query }) => `${method} ${path}${query && `?${query}`}`),
        ...harness.strays(),
      ];
      if (sent.length === 0) {
        return 'error' in result ? pass(`It refused the id ${petId}.`) : deviation(describeResult(result));
      }
      const isRight = sent.every((line) => isEncoded(line, `GET ${session.basePath}/pets/`, petId));
      return isRight
        ? pass(`It sent ${sent.join(', ')}.`)
        : deviation(`Asked for the id ${petId}, it sent ${sent.join(', ')}.`);
    })
  );
}

/** Looks at the GET that follows a creation on the same connection. */
async function lookAfterCreation(harness: Harness): Promise<Finding> {
  const session = harness.open({ pets: rexes });
  await session.call('createPet', newRex);
  await session.call('listPets');
  return judgeRequests(rules.getBody, session.requests());
}

/** Judges whether the store accepted one of these requests: a client may send one without its key first, to be asked for it. */
function judgeKey(operation: ProtocolOperation, requests: readonly RecordedRequest[]): Finding {
  const [refused] = requests;
  if (refused === undefined) return notExercised(`The client sent no request of ${operation}.`);
  if (requests.some(({ status }) => status !== 401)) return pass(`The store accepted the key of ${operation}.`);
  const { authorization } = refused.headers;
  if (authorization === undefined) return deviation(`It sent ${operation} without the header Authorization.`);
  return deviation(`It sent ${operation} with Authorization: ${authorization}, which is not its key.`);
}

/** Whether a value is the integer of these digits, and not a text of them. */
function isInteger(value: unknown, digits: string): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && String(value) === digits;
}

/** Checks whether a client can get a pet at all. If it cannot, a refused id shows nothing. */
async function getsPlainId(harness: Harness): Promise<Finding | undefined> {
  const result = await harness.open({ pets: rexes }).call('getPet', { petId: '1' });
  return 'ok' in result ? undefined : notExercised(`The client could not get the pet 1. ${describeResult(result)}`);
}

/** Whether a line is this start and one encoded segment, which decodes to the text. */
function isEncoded(line: string, start: string, text: string): boolean {
  const end = line.lastIndexOf('/') + 1;
  const segment = line.slice(end);
  if (decodeUnreserved(line.slice(0, end)) !== start) return false;
  try {
    return !/[?#]/.test(segment) && decodeURIComponent(segment) === text && segment !== '..';
  } catch {
    return false;
  }
}
