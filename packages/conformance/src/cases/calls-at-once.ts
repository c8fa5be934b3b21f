import { unwrap } from '@petstore/core';
import type { CallResult } from '../adapter/protocol.ts';
import { type ClientCall, describeCall } from '../harness/calls.ts';
import type { CaseStore } from '../harness/case-store.ts';
import type { Trial } from '../harness/trial.ts';
import { type DecodedPet, judgeError, judgePet, judgePets } from '../player/judge.ts';
import { combine, inContext, mismatch, notExercised, type Observation, observe } from '../observation/observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { show } from '../player/requests.ts';

interface OneOfTwo {
  readonly call: ClientCall;
  /** The store that is called: both have the same ids, and different keys and pets. */
  readonly store: 'main' | 'other';
  readonly judge: (result: CallResult, store: CaseStore) => Observation | Promise<Observation>;
}

type Pair = readonly [OneOfTwo, OneOfTwo];

const pets = {
  main: [
    { id: 1, name: 'Rex', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Mimi', categoryId: 2, status: 'pending' },
  ],
  other: [{ id: 1, name: 'Hector of the other store', categoryId: 3 }],
} as const;

const soldRex: DecodedPet = { id: '1', name: 'Rex', categoryId: '1', status: 'sold' };
const mimi: DecodedPet = { id: '2', name: 'Mimi', categoryId: '2', status: 'pending' };
const hector: DecodedPet = { id: '1', name: 'Hector of the other store', categoryId: '3' };

/** The first call gets the longer response, so the second one is complete first. */
const pairs: readonly Pair[] = [
  [getsPet(mimi), getsPet(soldRex)],
  [
    createsPet({ name: 'Nero, a black cat with a long name', categoryId: '8' }),
    createsPet({ name: 'Bella', categoryId: '7' }),
  ],
  [listsSold(soldRex), createsPet({ name: 'Bella', categoryId: '7' })],
  [getsNothing('404'), getsPet(mimi)],
  [getsPet(hector, 'other'), getsPet(soldRex)],
];

/** How fast a body is sent: slowly enough that both responses of a pair come in pieces, by turns. */
const bytesPerSecond = 500;

/** How often a pair is called if one of its connections is lost. */
const maxTries = 3;

export const callsAtOnceCases: readonly ConformanceCase[] = [
  {
    case: 83,
    name: 'keeps calls that are made at once apart',
    level: 'must',
    reference: 'RFC 9112, section 9.2; interface document, parts 4 and 5',
    why: 'A client that keeps a key, a body or a response in one place for all calls gives one caller what belongs to another.',
    expected:
      'Of two calls at once, each sends its own path, query, key and body, and returns its own response. A client may send the second request when it has the first response.',
    needs: 'concurrent',
    observe: async (trial) => {
      const working: Pair[] = [];
      for (const pair of pairs) {
        const alone = combine([await playAlone(trial, pair[0]), await playAlone(trial, pair[1])]);
        if (alone.kind === 'harness_error') return alone;
        if (alone.kind === 'pass') working.push(pair);
      }
      if (working.length === 0) return notExercised('The client does not make such calls one after the other either.');
      return trial.observeEach(working, (pair) => observePair(trial, pair));
    },
  },
];

function getsPet(pet: DecodedPet, store: OneOfTwo['store'] = 'main'): OneOfTwo {
  return { call: ['getPet', { petId: pet.id }], store, judge: (result) => judgePet(result, pet) };
}

function getsNothing(petId: string): OneOfTwo {
  const judge = (result: CallResult) => judgeError(result, ({ kind, status }) => kind === 'api' && status === 404);
  return { call: ['getPet', { petId }], store: 'main', judge };
}

function listsSold(pet: DecodedPet): OneOfTwo {
  return { call: ['listPets', { status: 'sold' }], store: 'main', judge: (result) => judgePets(result, [pet]) };
}

function createsPet(newPet: Pick<DecodedPet, 'name' | 'categoryId'>): OneOfTwo {
  return {
    call: ['createPet', newPet],
    store: 'main',
    async judge(result, { petStore }) {
      const added = (await unwrap(petStore.listPets())).slice(pets.main.length);
      const stored = added.filter(({ name }) => name === newPet.name);
      const [pet] = stored;
      if (pet === undefined || stored.length > 1 || String(pet.categoryId) !== newPet.categoryId)
        return mismatch(`The store got ${show(added)}.`);
      return judgePet(result, { ...newPet, id: String(pet.id) });
    },
  };
}

function playAlone(trial: Trial, { call, store, judge }: OneOfTwo): Promise<Observation> {
  return observe(async () => {
    const opened = trial.open({ pets: pets[store], key: store });
    return judge(await opened.call(...call), opened);
  });
}

/** Makes both calls at once, again if a connection is lost. */
async function observePair(trial: Trial, pair: Pair): Promise<Observation> {
  const described = pair.map(({ call, store }) => describeCall(call) + (store === 'other' ? ' with another key' : ''));
  const response = { bytesPerSecond, description: 'as usual' };
  for (let tries = 1; ; tries++) {
    const open = (store: OneOfTwo['store']) => trial.open({ pets: pets[store], key: store });
    const main = open('main');
    const results: CallResult[] = [];
    const play = ({ call, store, judge }: OneOfTwo) =>
      observe(async () => {
        const opened = store === 'main' ? main : open(store);
        const result = await opened.call(...call, { response });
        results.push(result);
        return judge(result, opened);
      });
    const observations = await trial.atOnce(pair.map((each) => () => play(each)));
    const isLost = results.some((result) => 'error' in result && result.error.kind === 'transport');
    if (!isLost || tries === maxTries)
      return inContext(`For ${described.join(' and ')} at once`, combine(observations));
  }
}
