import type { CallArguments } from '../adapter/protocol.ts';
import type { ClientCall } from '../harness/calls.ts';
import { mismatch, pass } from '../observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { judgeRequests } from '../player/requests.ts';
import { newRex, storeWithRex } from '../player/samples.ts';
import { rules } from './rules.ts';

/** The arguments of lists, in their order. The last one must not show in the creation and the get that follow. */
const lists: readonly CallArguments[] = [
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
  { limit: '100', status: 'pending' },
];

/** Calls of the operations that have no query. */
const withoutQuery: readonly ClientCall[] = [
  ['createPet', { ...newRex, status: 'sold' }],
  ['getPet', { petId: '1' }],
];

/** The query of a list: the case 3. */
export const queryCases: readonly ConformanceCase[] = [
  {
    case: 3,
    name: 'sends limit and status only if they are given',
    level: 'must',
    reference: 'interface document, part 4.1',
    clause: '1 to 100; 20 if it is left out',
    why: 'An empty or misspelt parameter asks another question, which a store may refuse or answer differently.',
    expected: 'The query has exactly the parameters that the client was given, with their values.',
    observe: (trial) => {
      const store = trial.open(storeWithRex); // one session, so that arguments of an earlier call show
      const observeLists = () =>
        trial.observeEach(lists, async (args) => {
          const before = store.requests('listPets').length;
          await store.call('listPets', args);
          const wanted = Object.entries(args).map(([name, value]) => `${name}=${value}`);
          for (const { query } of store.requests('listPets').slice(before)) {
            const parameters = [...new URLSearchParams(query)];
            const sent = parameters.map(([name, value]) => `${name}=${value}`);
            const isRepeated = new Set(parameters.map(([name]) => name)).size !== parameters.length;
            // limit=20 may be sent or left out: it is the default.
            const missing = wanted.filter((each) => !sent.includes(each) && each !== 'limit=20');
            const more = sent.filter((each) => !wanted.includes(each) && each !== 'limit=20');
            if (missing.length + more.length === 0 && !isRepeated) continue;
            return mismatch(`It sent ${query === '' ? 'no query' : `?${query}`}.`);
          }
          return pass('It sent what it was given.');
        });
      const observeOthers = () =>
        trial.observeEach(withoutQuery, async ([operation, args]) => {
          await store.call(operation, args);
          return judgeRequests(rules.noQuery, store.requests(operation));
        });
      return trial.observeInTurn(observeLists, observeOthers);
    },
  },
];
