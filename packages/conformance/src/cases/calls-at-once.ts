import { unwrap } from '@petstore/core';
import type { ClientResult } from '../adapter/protocol.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import { describeCall } from '../harness/describe-exchange.ts';
import type { CaseSession, Harness } from '../harness/harness.ts';
import { judgeError, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { combine, inContext, mismatch, notExercised, observe, type Observation } from '../observation.ts';
import type { ClientCall } from '../player/exchange.ts';
import { show } from '../rule.ts';
import { forEver } from './responses.ts';

/** One of two calls. */
interface OneOfTwo {
  readonly call: ClientCall;
  /** The store that is called: both have the same ids, and different keys and pets. */
  readonly store: 'main' | 'other';
  readonly judge: (result: ClientResult, session: CaseSession) => Observation | Promise<Observation>;
}

type Pair = readonly [OneOfTwo, OneOfTwo];

const pets = {
  main: [
    { id: 1, name: 'Rex', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Mimi', categoryId: 2, status: 'pending' },
  ],
  other: [{ id: 1, name: 'Hector of the other store', categoryId: 3 }],
} as const;

const rex: DecodedPet = { id: '1', name: 'Rex', categoryId: '1', status: 'sold' };
const mimi: DecodedPet = { id: '2', name: 'Mimi', categoryId: '2', status: 'pending' };
const hector: DecodedPet = { id: '1', name: 'Hector of the other store', categoryId: '3' };

/** The response to the first call of most pairs is the longer one, so that the second response is the first one to be whole. */
const pairs: readonly Pair[] = [
  [getsPet(mimi), getsPet(rex)],
  [
    createsPet({ name: 'Nero, a black cat with a long name', categoryId: '8' }),
    createsPet({ name: 'Bella', categoryId: '7' }),
  ],
  [listsSold(rex), createsPet({ name: 'Bella', categoryId: '7' })],
  [getsNothing('404'), getsPet(mimi)],
  [getsPet(hector, 'other'), getsPet(rex)],
];

/** How fast a body is sent: slowly enough that both responses of a pair come in pieces, by turns. */
const bytesPerSecond = 500;

/** How often a pair is called if one of its connections is lost. */
const maxTries = 3;

/** Two calls at once: the case 83. */
export const callsAtOnceCases: readonly ConformanceCase[] = [
  {
    case: 83,
    name: 'keeps calls that are made at once apart',
    level: 'must',
    reference: 'interface document, parts 4 and 5; RFC 9112, section 9.2',
    clause:
      'MUST associate each received response message on that connection to the first outstanding request that has not yet received a final (non-1xx) response',
    why: 'A client that keeps a key, a body or a response in one place for all calls gives one caller what belongs to another.',
    expected:
      'Of two calls at once, each sends its own path, query, key and body, and returns its own response. A client may send the second request when it has the first response.',
    needs: 'concurrent',
    observe: async (harness) => {
      const working: Pair[] = [];
      for (const pair of pairs) {
        const alone = combine([await playAlone(harness, pair[0]), await playAlone(harness, pair[1])]);
        if (alone.kind === 'harness_error') return alone;
        if (alone.kind === 'pass') working.push(pair);
      }
      if (working.length === 0) return notExercised('The client does not make such calls one after the other either.');
      return harness.observeEach(working, (pair) => observePair(harness, pair));
    },
  },
];

function getsPet(pet: DecodedPet, store: OneOfTwo['store'] = 'main'): OneOfTwo {
  return { call: ['getPet', { petId: pet.id }], store, judge: (result) => judgePet(result, pet) };
}

function getsNothing(petId: string): OneOfTwo {
  const judge = (result: ClientResult) => judgeError(result, ({ kind, status }) => kind === 'api' && status === 404);
  return { call: ['getPet', { petId }], store: 'main', judge };
}

function listsSold(pet: DecodedPet): OneOfTwo {
  return { call: ['listPets', { status: 'sold' }], store: 'main', judge: (result) => judgePets(result, [pet]) };
}

function createsPet(newPet: Pick<DecodedPet, 'name' | 'categoryId'>): OneOfTwo {
  return {
    call: ['createPet', newPet],
    store: 'main',
    async judge(result, { store }) {
      const added = (await unwrap(store.listPets())).slice(pets.main.length);
      const stored = added.filter(({ name }) => name === newPet.name);
      const [pet] = stored;
      if (pet === undefined || stored.length > 1 || String(pet.categoryId) !== newPet.categoryId)
        return mismatch(`The store got ${show(added)}.`);
      return judgePet(result, { ...newPet, id: String(pet.id) });
    },
  };
}

/** Makes one call on a store of its own. */
function playAlone(harness: Harness, { call, store, judge }: OneOfTwo): Promise<Observation> {
  return observe(async () => {
    const session = harness.open({ pets: pets[store], key: store });
    return judge(await session.call(...call), session);
  });
}

/** Makes both calls at once, again if a connection is lost. */
async function observePair(harness: Harness, pair: Pair): Promise<Observation> {
  const described = pair.map(
    ({ call, store }) => describeCall(...call, {}) + (store === 'other' ? ' with another key' : ''),
  );
  const steps = pair.map(({ call: [operation] }) => ({ operation, bytesPerSecond, times: forEver }));
  for (let tries = 1; ; tries++) {
    const open = (store: OneOfTwo['store']) => harness.open({ pets: pets[store], key: store, steps });
    const main = open('main');
    const results: ClientResult[] = [];
    const play = ({ call, store, judge }: OneOfTwo) =>
      observe(async () => {
        const session = store === 'main' ? main : open(store);
        const result = await session.call(...call);
        results.push(result);
        return judge(result, session);
      });
    const observations = await harness.atOnce(pair.map((each) => () => play(each)));
    const isLost = results.some((result) => 'error' in result && result.error.kind === 'transport');
    if (!isLost || tries === maxTries)
      return inContext(`For ${described.join(' and ')} at once`, combine(observations));
  }
}
