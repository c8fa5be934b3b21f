// Mistakes in what a client does rarely: it reads an error, repeats a request, goes on after a timeout, or answers two calls at once.
import { setImmediate as pause } from 'node:timers/promises';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { withName, wrong, type Mistake } from './mistakes.ts';
import { createExchange, Failure, type Deadline, type Incoming, type Outgoing } from './exchange.ts';
import { right, unreadable, type Parts } from './right-client.ts';

export const rareMistakes: readonly Mistake[] = [
  // How an error arrives.
  wrong(22, 'decompresses successes alone', {
    decompress: (response) => (response.status < 300 ? right.decompress(response) : response.chunks),
  }),
  {
    ...wrong(20, 'reads the body of an error only if it has a length', {
      readBody: (response, deadline) =>
        (response.statusCode ?? 0) >= 400 && response.headers['content-length'] === undefined
          ? Promise.resolve([])
          : right.readBody(response, deadline),
    }),
    alsoFails: [19],
    because: 'chunks have no length either',
  },
  {
    ...wrong(24, 'takes the first piece of an error for the whole', {
      async readBody(response, deadline) {
        const chunks = await right.readBody(response, deadline);
        return (response.statusCode ?? 0) >= 400 ? chunks.slice(0, 1) : chunks;
      },
    }),
    alsoFails: [20],
    because: 'its errors arrive in pieces, too',
  },
  wrong(27, 'decompresses an error that has no body', {
    decompress: (response) =>
      response.status === 501 && response.headers['content-encoding'] === 'gzip'
        ? [gunzipSync(Buffer.concat(response.chunks))]
        : right.decompress(response),
  }),

  // What a repetition sends.
  wrong(80, 'repeats a request without its body after 429', () =>
    repeating(({ body, ...request }) => ({ ...request, headers: without(request.headers, 'Content-Length') })),
  ),
  {
    ...wrong(80, 'repeats a request without its key', () =>
      repeating((request) => ({ ...request, headers: without(request.headers, 'Authorization') })),
    ),
    alsoFails: [38, 39],
    because: 'the store refuses the repetition',
  },
  wrong(80, 'repeats a request without its query after 503', () =>
    repeating(
      (request) => ({ ...request, url: request.url.replace(/\?.*/, '') }),
      (outcome) => !(outcome instanceof Failure) && outcome.status === 503,
    ),
  ),
  wrong(80, 'repeats a request that a connection lost without its query', () =>
    repeating(
      (request) => ({ ...request, url: request.url.replace(/\?.*/, '') }),
      (outcome) => outcome instanceof Failure,
    ),
  ),
  {
    ...wrong(39, 'returns the error, although its repetition worked', () => {
      const errors = new WeakMap<Outgoing, Incoming>();
      return {
        mayRepeat(request, outcome) {
          if (errors.has(request) || !right.mayRepeat(request, outcome)) return false;
          if (!(outcome instanceof Failure)) errors.set(request, outcome);
          return true;
        },
        exchange(agent, parts) {
          const send = createExchange(agent, parts);
          return async (request, deadline) => {
            const response = await send(request, deadline);
            return errors.get(request) ?? response;
          };
        },
      };
    }),
    alsoFails: [80],
    because: 'it looks at what comes of repetitions, too',
  },
  wrong(39, 'does not wait after 429', () => {
    let isAskedToWait = false;
    return {
      mayRepeat(request, outcome) {
        isAskedToWait = outcome instanceof Failure || outcome.status !== 429;
        return right.mayRepeat(request, outcome);
      },
      waitFor: (retryAfter) => (isAskedToWait ? right.waitFor(retryAfter) : 0),
    };
  }),
  ...[403, 409, 410, 422].map((status) =>
    wrong(40, `repeats a request after ${status}`, {
      mayRepeat: (request: Outgoing, outcome: Incoming | Failure) =>
        right.mayRepeat(request, outcome) || (!(outcome instanceof Failure) && outcome.status === status),
    }),
  ),
  wrong(85, 'adds its own query to an address without one', {
    redirected: (request, status, url, key) =>
      right.redirected(request, status, url.includes('?') ? url : url + new URL(request.url).search, key),
  }),
  wrong(85, 'keeps the Host of the first server', {
    redirected(request, status, url, key) {
      const next = right.redirected(request, status, url, key);
      return { ...next, headers: { Host: new URL(request.url).host, ...next.headers } };
    },
  }),
  wrong(85, 'sends the fragment of an address, which is no valid HTTP', {
    redirected: (request, status, url, key) => ({ ...right.redirected(request, status, url, key), url }),
  }),
  wrong(77, 'takes a 304 that it did not ask for for an empty list', {
    resultOf: ({ status }) => (status === 304 ? { ok: [] } : undefined),
  }),
  wrong(44, 'takes every response to HEAD for a success', {
    exchange(agent, parts) {
      const send = createExchange(agent, parts);
      return async (request, deadline) => {
        const response = await send(request, deadline);
        return request.method === 'HEAD' ? { ...response, status: 200 } : response;
      };
    },
  }),

  // What it reads.
  wrong(62, 'does not look at the checksum of gzip', {
    decompress(response) {
      try {
        return right.decompress(response);
      } catch {
        try {
          return [inflateRawSync(Buffer.concat(response.chunks).subarray(10))];
        } catch (error) {
          throw unreadable(String(error));
        }
      }
    },
  }),
  ...(
    [
      ['ignores the letter case of a status', (status) => status.toLowerCase()],
      ['trims a status', (status) => status.trim()],
      [
        'takes a number for the place of a status',
        (status) => ['available', 'pending', 'sold'][Number(status)] ?? status,
      ],
      ['takes an empty status for available', (status) => status || 'available'],
    ] satisfies readonly (readonly [string, (status: string) => string])[]
  ).map(([mistake, change]) => ({
    case: 56,
    mistake,
    make: () => ({
      readPet(value: unknown, operation: 'list' | 'create' | 'get') {
        const { status, ...pet } = right.readPet(value, operation) as Record<string, unknown>;
        return typeof status === 'string' ? { ...pet, status: change(status) } : pet;
      },
    }),
  })),
  wrong(81, 'knows gzip in lower case alone', {
    decompress: (response) =>
      response.headers['content-encoding'] === 'GZIP' ? response.chunks : right.decompress(response),
  }),
  wrong(81, 'does not know x-gzip', {
    decompress: (response) =>
      response.headers['content-encoding'] === 'x-gzip' ? response.chunks : right.decompress(response),
  }),
  wrong(81, 'reads the first member of gzip alone', {
    decompress(response) {
      const body = Buffer.concat(response.chunks);
      const second = body.indexOf(Buffer.of(0x1f, 0x8b, 0x08), 1);
      return right.decompress(second < 0 ? response : { ...response, chunks: [body.subarray(0, second)] });
    },
  }),
  wrong(1, 'writes the path of its base address in lower case', {
    join: (baseUrl, path) => right.join(baseUrl.toLowerCase(), path),
  }),
  wrong(82, 'stops reading after the first JSON text', {
    parse: (text) => right.parse(/^(\[[^[\]]*\]|\{[^{}]*\})[\s\S]*[^\s]/.exec(text)?.[1] ?? text),
  }),
  wrong(55, 'decodes percent-encodings in names', {
    readPet: withName((name) => (/%(?![\dA-F]{2})/.test(name) ? name : decodeURIComponent(name))),
  }),
  wrong(70, 'wraps an id beyond int64', {
    readPet(value, operation) {
      const { id, ...pet } = value as Record<string, unknown>;
      return right.readPet({ ...pet, id: typeof id === 'bigint' ? BigInt.asIntN(64, id) : id }, operation);
    },
  }),
  wrong(72, 'fails over a code that is a number', {
    readError(response, parts) {
      if (/"code":\d/.test(response.text)) throw unreadable('The code of the error is no text.');
      return right.readError(response, parts);
    },
  }),

  // After a timeout.
  wrong(33, 'lets the exchange go on', { exchange: leaving(() => undefined) }),
  wrong(33, 'has no deadline behind a redirect', () => {
    const following = new WeakSet<Outgoing>();
    return {
      redirected(...redirect) {
        const next = right.redirected(...redirect);
        following.add(next);
        return next;
      },
      exchange(agent, parts) {
        const send = createExchange(agent, parts);
        const { signal } = new AbortController();
        return (request, deadline) => send(request, following.has(request) ? { ...deadline, signal } : deadline);
      },
    };
  }),
  wrong(34, 'begins its deadline anew with each attempt', () => {
    const timers = new WeakMap<AbortSignal, NodeJS.Timeout>();
    return {
      startDeadline(milliseconds) {
        const passed = new AbortController();
        const timer = setTimeout(() => passed.abort(), milliseconds);
        timers.set(passed.signal, timer);
        const nothing = () => undefined;
        return { signal: passed.signal, onHead: nothing, onBytes: nothing, stop: () => clearTimeout(timer) };
      },
      exchange(agent, parts) {
        const send = createExchange(agent, parts);
        return (request, deadline) => {
          timers.get(deadline.signal)?.refresh();
          return send(request, deadline);
        };
      },
    };
  }),
  {
    ...wrong(65, 'takes the response that came too late for that of the next call', () => ({
      exchange: withLateResponses,
    })),
    alsoFails: [33],
    because: 'the exchange goes on',
  },
  {
    ...wrong(65, 'shows what has come too late in the next call', () => {
      const late: Incoming[] = [];
      const left = leaving((response) => late.push(response));
      return {
        exchange(agent, parts) {
          const send = left(agent, parts);
          return async (request, deadline) => late.shift() ?? send(request, deadline);
        },
      };
    }),
    alsoFails: [33],
    because: 'the exchange goes on',
  },
  wrong(65, 'has one deadline for its life', () => {
    let passed: AbortSignal | undefined;
    return {
      startDeadline(milliseconds) {
        const signal = (passed ??= AbortSignal.timeout(milliseconds));
        return { signal, onHead: () => undefined, onBytes: () => undefined, stop: () => undefined };
      },
    };
  }),

  // Two calls at once.
  wrong(83, 'keeps the key of the last call, for all clients of a server', () => ({
    exchange: fromOnePlace(placeOfServer, (request, { headers: { Authorization = '' } }) => ({
      ...request,
      headers: { ...request.headers, ...('Authorization' in request.headers && { Authorization }) },
    })),
  })),
  wrong(83, 'keeps the body of the last creation', () => ({
    exchange: fromOnePlace({}, (request, { headers, body }) =>
      request.body === undefined || body === undefined ? request : { ...request, headers, body },
    ),
  })),
  wrong(83, 'keeps the address of the last call', () => ({
    exchange: fromOnePlace({}, (request, { url }) => ({ ...request, url })),
  })),
  wrong(83, 'reads each response into the same list of pieces', () => {
    let pieces: Uint8Array[] = [];
    return {
      async readBody(response) {
        pieces = [];
        for await (const piece of response as AsyncIterable<Uint8Array>) pieces.push(piece);
        return pieces;
      },
    };
  }),
  wrong(83, 'takes the first response for that of the first call', () => ({ exchange: inOrderOfResponses })),
];

/** Waits for a response, until the deadline. The exchange goes on after that. */
async function waitFor(response: Promise<Incoming>, { signal }: Deadline): Promise<Incoming | undefined> {
  const over = new AbortController();
  const passed = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { signal: over.signal });
  });
  return Promise.race([response, passed]).finally(() => {
    over.abort(); // a call may send many requests: each would leave a listener
  });
}

/** Makes an exchange that goes on after a timeout. */
function leaving(onLate: (response: Incoming) => unknown): Parts['exchange'] {
  return (agent, parts) => {
    const send = createExchange(agent, parts);
    return async (request, deadline) => {
      const sent = send(request, { ...deadline, signal: new AbortController().signal });
      const response = await waitFor(sent, deadline);
      if (response !== undefined) return response;
      sent.then(onLate, () => undefined);
      throw new Failure({ kind: 'timeout', message: 'It took too long.' });
    };
  };
}

/** Makes an exchange that keeps a connection after a timeout. Then the late response is the first one that comes on it. */
const withLateResponses: Parts['exchange'] = (agent, parts) => {
  const send = createExchange(agent, parts);
  let late: Promise<Incoming> | undefined;
  return async (request, deadline) => {
    const sent = send(request, { ...deadline, signal: new AbortController().signal });
    const next = late === undefined ? sent : late.finally(() => sent);
    late = undefined;
    const response = await waitFor(next, deadline);
    if (response !== undefined) return response;
    late = next;
    late.catch(() => undefined);
    throw new Failure({ kind: 'timeout', message: 'It took too long.' });
  };
};

/** The last request of all clients with one mistake. */
interface Place {
  request?: Outgoing;
}

const places = new Map<string, Place>();

/** Returns the one place of all clients of a server. */
function placeOfServer({ url }: Outgoing): Place {
  const { host } = new URL(url);
  const place = places.get(host) ?? {};
  places.set(host, place);
  return place;
}

/** Makes an exchange that keeps the last request in one place, and looks there when it sends a request, a moment later. */
function fromOnePlace(
  place: Place | ((request: Outgoing) => Place),
  change: (request: Outgoing, last: Outgoing) => Outgoing,
): Parts['exchange'] {
  return (agent, parts) => {
    const send = createExchange(agent, parts);
    return async (request, deadline) => {
      const last = typeof place === 'function' ? place(request) : place;
      last.request = request;
      await pause();
      return send(change(request, last.request), deadline);
    };
  };
}

/** Makes an exchange that gives the responses to the calls in the order in which they arrive. */
const inOrderOfResponses: Parts['exchange'] = (agent, parts) => {
  const send = createExchange(agent, parts);
  const calls: ((outcome: Promise<Incoming>) => void)[] = [];
  return (request, deadline) =>
    new Promise((resolve) => {
      calls.push(resolve);
      const response = send(request, deadline);
      const settle = () => calls.shift()?.(response);
      response.then(settle, settle);
    });
};

/** Makes parts that change the requests that are repeated, after every outcome or after some. */
function repeating(
  change: (request: Outgoing) => Outgoing,
  isAffected: (outcome: Incoming | Failure) => boolean = () => true,
): Partial<Parts> {
  const repeated = new WeakSet<Outgoing>();
  return {
    mayRepeat(request, outcome) {
      const mayRepeat = right.mayRepeat(request, outcome);
      if (mayRepeat && isAffected(outcome)) repeated.add(request);
      return mayRepeat;
    },
    exchange(agent, parts) {
      const send = createExchange(agent, parts);
      return (request, deadline) => send(repeated.has(request) ? change(request) : request, deadline);
    },
  };
}

export function without(headers: Outgoing['headers'], ...names: readonly string[]): Outgoing['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
