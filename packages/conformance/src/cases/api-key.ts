import { judgeError } from '../player/judge.ts';
import { inContext, mismatch, notExercised, pass } from '../observation/observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { obeys } from '../player/expectations.ts';
import { errorResponse, faultResponse } from '../player/responses.ts';
import { calls, storeWithRex } from '../player/samples.ts';
import { rules } from './rules.ts';

/** The store accepts the key of one of the requests. A client may send the first without its key, to be asked for it. */
const hasItsKeyAccepted: Expectation = {
  judge({ call: [operation], sent }) {
    const [refused] = sent;
    if (refused === undefined) return notExercised(`The client sent no request of ${operation}.`);
    if (sent.some(({ status }) => status !== 401)) return pass(`The store accepted the key of ${operation}.`);
    const { authorization } = refused.headers;
    if (authorization === undefined) return mismatch(`It sent ${operation} without the header Authorization.`);
    return mismatch(`It sent ${operation} with Authorization: ${authorization}, which is not its key.`);
  },
};

const sendsNoKey: Expectation = {
  isMetByFailing: true,
  judge({ result, store }) {
    const { headers } = store.requests().find(({ headers }) => headers.authorization !== undefined) ?? {};
    if (headers !== undefined) return mismatch(`It has no key, and sent Authorization: ${headers.authorization}.`);
    return judgeError(result);
  },
};

export const apiKeyCases: readonly ConformanceCase[] = [
  {
    case: 8,
    name: 'sends the key only as a bearer token',
    level: 'should',
    reference: 'interface document, part 5; RFC 6750, sections 2.1 and 5.3',
    why: 'URLs are written into logs, histories and Referer headers. A key in a URL leaks there.',
    expected: 'The client sends the key only in the header Authorization: Bearer.',
    rows: calls.map((call) => ({ call, expect: obeys(rules.key) })),
  },
  {
    case: 30,
    name: 'shows the key in no error and no log',
    level: 'should',
    reference: 'RFC 6750, section 5.3',
    why: 'Logs are copied into reports and tickets, where every reader gets the key.',
    expected: 'No error message and nothing on stderr has the key.',
    isLast: true,
    observe: async (trial) => {
      const responses = [
        errorResponse(401),
        { ...faultResponse('PROXY_HTML_502'), times: 1 },
        faultResponse('CONNECTION_RESET_BY_PEER'), // a client may repeat a lost GET
        errorResponse(404),
      ];
      let errors = 0;
      for (const response of responses) {
        if ('error' in (await trial.open().call('listPets', {}, { response }))) errors += 1;
      }
      // What the client wrote to stderr before a response may only be read with the next response.
      await trial.open().call('listPets');
      const shown = trial.callers.map((caller) => caller.shownKeys());
      const [first] = shown.flatMap(({ withKey }) => withKey);
      const texts = shown.reduce((sum, each) => sum + each.texts, 0);
      if (first !== undefined)
        return inContext(first.context, mismatch(`It shows the key, here as ***: ${first.text}`));
      if (errors === 0) return notExercised('The client reported no error.');
      if (texts === 0) return notExercised('The client showed no message.');
      return inContext('In the whole run', pass(`The key is in none of ${texts} texts.`));
    },
  },
  {
    case: 49,
    name: 'sends its key with every operation',
    level: 'must',
    reference: 'interface document, part 5',
    why: 'A store refuses every request without a valid key, so such an operation never works.',
    expected: 'A request of each operation has the header Authorization: Bearer with exactly the key.',
    rows: (['main', 'other'] as const).flatMap((key) =>
      calls.map((call) => ({ store: { ...storeWithRex, key }, call, expect: hasItsKeyAccepted })),
    ),
  },
  {
    case: 79,
    name: 'sends no key if it has none',
    level: 'should',
    reference: 'interface document, part 5; RFC 6750, section 2.1',
    why: 'A key that is made of an absent value, such as “undefined”, is a wrong key: nobody sees that there is none.',
    expected: 'Without a key, the client sends no header Authorization, or it refuses the call.',
    rows: calls.map((call) => ({
      store: { ...storeWithRex, key: 'none' },
      call,
      expect: sendsNoKey,
      options: { maySendNothing: true },
    })),
  },
];
