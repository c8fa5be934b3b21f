// Mistakes in what a client does rarely: it reads an error, repeats a request, goes on after a timeout, or answers two calls at once.
import { setImmediate as pause } from 'node:timers/promises';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import {
  alsoRepeating,
  changed,
  changingRequests,
  changingResponses,
  exchanging,
  readingChanged,
  refusing,
  withName,
  withStatus,
} from './changes.ts';
import { Failure, rightTransport, type Deadline, type Exchange, type Incoming, type Outgoing } from './exchange.ts';
import { wrong, type Mistake } from './mistakes.ts';
import { right, unreadable, without, type Parts } from './right-client.ts';

export const rareMistakes: readonly Mistake[] = [
  // How an error arrives.
  wrong(22, 'decompresses successes alone', {
    decompress: (response) => (response.status < 300 ? right.decompress(response) : response.chunks),
  }),
  // The other: chunks have no length either.
  wrong([20, 19], 'reads the body of an error only if it has a length', {
    readBody: (response, deadline) =>
      (response.statusCode ?? 0) >= 400 && response.headers['content-length'] === undefined
        ? Promise.resolve([])
        : right.readBody(response, deadline),
  }),
  // The other: its errors arrive in pieces, too.
  wrong([24, 20], 'takes the first piece of an error for the whole', {
    async readBody(response, deadline) {
      const chunks = await right.readBody(response, deadline);
      return (response.statusCode ?? 0) >= 400 ? chunks.slice(0, 1) : chunks;
    },
  }),
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
  // The others: the store refuses the repetition.
  wrong([80, 38, 39], 'repeats a request without its key', () =>
    repeating((request) => ({ ...request, headers: without(request.headers, 'Authorization') })),
  ),
  wrong(80, 'repeats a request without its query after 503', () =>
    repeating(withoutQuery, (outcome) => !(outcome instanceof Failure) && outcome.status === 503),
  ),
  wrong(80, 'repeats a request that a connection lost without its query', () =>
    repeating(withoutQuery, (outcome) => outcome instanceof Failure),
  ),
  // The other: it looks at what comes of repetitions, too.
  wrong([39, 80], 'returns the error, although its repetition worked', () => {
    const errors = new WeakMap<Outgoing, Incoming>();
    return {
      mayRepeat(request, outcome) {
        if (errors.has(request) || !right.mayRepeat(request, outcome)) return false;
        if (!(outcome instanceof Failure)) errors.set(request, outcome);
        return true;
      },
      exchange: changingResponses((response, request) => errors.get(request) ?? response),
    };
  }),
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
  ...[400, 403, 409, 410, 422].map((status) =>
    wrong(40, `repeats a request after ${status}`, {
      mayRepeat: alsoRepeating((response) => response.status === status),
    }),
  ),
  wrong(85, 'adds its own query to an address without one', {
    redirected: (request, status, url, key) =>
      right.redirected(request, status, url.includes('?') ? url : url + new URL(request.url).search, key),
  }),
  wrong(85, 'keeps the Host of the first server', {
    redirected: changed(right.redirected, ({ headers, ...next }, request) => ({
      ...next,
      headers: { Host: new URL(request.url).host, ...headers },
    })),
  }),
  wrong(85, 'sends the fragment of an address, which is no valid HTTP', {
    redirected: (request, status, url, key) => ({ ...right.redirected(request, status, url, key), url }),
  }),
  wrong(77, 'takes a 304 that it did not ask for for an empty list', {
    resultOf: ({ status }) => (status === 304 ? { ok: [] } : undefined),
  }),
  wrong(44, 'takes every response to HEAD for a success', {
    exchange: changingResponses((response, { method }) =>
      method === 'HEAD' ? { ...response, status: 200 } : response,
    ),
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
  wrong(56, 'ignores the letter case of a status', { readPet: withStatus((status) => status.toLowerCase()) }),
  wrong(56, 'trims a status', { readPet: withStatus((status) => status.trim()) }),
  wrong(56, 'takes a number for the place of a status', {
    readPet: withStatus((status) => ['available', 'pending', 'sold'][Number(status)] ?? status),
  }),
  wrong(56, 'takes an empty status for available', { readPet: withStatus((status) => status || 'available') }),
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
    readPet: readingChanged(({ id, ...pet }) => ({ ...pet, id: typeof id === 'bigint' ? BigInt.asIntN(64, id) : id })),
  }),
  wrong(72, 'fails over a code that is a number', {
    readError: refusing(right.readError, ({ text }) => /"code":\d/.test(text)),
  }),

  // After a timeout.
  wrong(33, 'lets the exchange go on', { exchange: exchanging(leaving(() => undefined)) }),
  wrong(33, 'has no deadline behind a redirect', () => {
    const following = new WeakSet<Outgoing>();
    const { signal } = new AbortController();
    return {
      redirected(...redirect) {
        const next = right.redirected(...redirect);
        following.add(next);
        return next;
      },
      exchange: exchanging(
        (send) => (request, deadline) => send(request, following.has(request) ? { ...deadline, signal } : deadline),
      ),
    };
  }),
  wrong(34, 'begins its deadline anew with each attempt', {
    exchange: exchanging((send) => (request, deadline) => {
      deadline.again();
      return send(request, deadline);
    }),
  }),
  // The other: the exchange goes on.
  wrong([65, 33], 'takes the response that came too late for that of the next call', {
    exchange: exchanging(withLateResponses),
  }),
  // The other: the exchange goes on.
  wrong([65, 33], 'shows what has come too late in the next call', () => {
    const late: Incoming[] = [];
    const left = leaving((response) => late.push(response));
    return {
      exchange: exchanging(left, (send) => async (request, deadline) => late.shift() ?? send(request, deadline)),
    };
  }),
  wrong(65, 'has one deadline for its life', () => {
    let passed: AbortSignal | undefined;
    return {
      startDeadline(milliseconds) {
        passed ??= AbortSignal.timeout(milliseconds);
        return { ...rightTransport.startDeadline(milliseconds), signal: passed };
      },
    };
  }),

  // Two calls at once.
  wrong(83, 'keeps the key of the last call, for all clients of a server', {
    exchange: fromOnePlace(({ headers, ...request }, { headers: { Authorization = '' } }) => ({
      ...request,
      headers: { ...headers, ...('Authorization' in headers && { Authorization }) },
    })),
  }),
  wrong(83, 'keeps the body of the last creation', () => ({
    exchange: fromOnePlace((request, { headers, body }) =>
      request.body === undefined || body === undefined ? request : { ...request, headers, body },
    ),
  })),
  wrong(83, 'keeps the address of the last call', () => ({
    exchange: fromOnePlace((request, { url }) => ({ ...request, url })),
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
  wrong(83, 'takes the first response for that of the first call', { exchange: exchanging(inOrderOfResponses) }),
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

/** Lets an exchange go on after a timeout. */
function leaving(onLate: (response: Incoming) => unknown): (send: Exchange) => Exchange {
  return (send) => async (request, deadline) => {
    const sent = send(request, { ...deadline, signal: new AbortController().signal });
    const response = await waitFor(sent, deadline);
    if (response !== undefined) return response;
    sent.then(onLate, () => undefined);
    throw new Failure({ kind: 'timeout', message: 'It took too long.' });
  };
}

/** Keeps a connection after a timeout. Then the late response is the first one that comes on it. */
function withLateResponses(send: Exchange): Exchange {
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
}

/** Keeps the last request to each server in one place, and looks there when it sends a request, a moment later. */
function fromOnePlace(change: (request: Outgoing, last: Outgoing) => Outgoing): Parts['exchange'] {
  const places = new Map<string, Outgoing>();
  return exchanging((send) => async (request, deadline) => {
    const { host } = new URL(request.url);
    places.set(host, request);
    await pause();
    return send(change(request, places.get(host) ?? request), deadline);
  });
}

/** Gives the responses to the calls in the order in which they arrive. */
function inOrderOfResponses(send: Exchange): Exchange {
  const calls: ((outcome: Promise<Incoming>) => void)[] = [];
  return (request, deadline) =>
    new Promise((resolve) => {
      calls.push(resolve);
      const response = send(request, deadline);
      const settle = () => calls.shift()?.(response);
      response.then(settle, settle);
    });
}

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
    exchange: changingRequests((request) => (repeated.has(request) ? change(request) : request)),
  };
}

function withoutQuery(request: Outgoing): Outgoing {
  return { ...request, url: request.url.replace(/\?.*/, '') };
}
