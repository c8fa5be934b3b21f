import { petStatuses, unwrap } from '@petstore/core';
import { awkwardNames } from '@petstore/core/awkward-values';
import { describeResult } from '../harness/calls.ts';
import { type DecodedPet, judgePet, judgePets } from '../player/judge.ts';
import { mismatch, notExercised, pass } from '../observation/observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { obeys, sendsField } from '../player/expectations.ts';
import { show } from '../player/requests.ts';
import { createdResponse, textResponse } from '../player/responses.ts';
import { awkwardDecimals, fewNames, listCall, newRex, newSoldRex } from '../player/samples.ts';
import { creationRow } from './rows.ts';
import { rules } from './rules.ts';

/** Creations with every name. The first has a plain one. */
const namedCreations = ['Rex', ...awkwardNames, ...fewNames].map((name, index) => ({
  name,
  categoryId: '1',
  ...(index > awkwardNames.length && { status: 'sold' }),
}));

/** The client reads the pet that it must not send again. */
const readsThePet: Expectation = {
  judge: ({ result }) =>
    'ok' in result
      ? pass(describeResult(result))
      : notExercised(`The client could not read the pet. ${describeResult(result)}`),
};

const mimi = { id: 41, name: 'Mimi', categoryId: 2, status: 'available' } as const;
const decodedMimi: DecodedPet = { id: '41', name: 'Mimi', categoryId: '2', status: 'available' };

export const creationCases: readonly ConformanceCase[] = [
  {
    case: 5,
    name: 'sends int64 exactly',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A double has 53 bits. A rounded category is another category, and nobody notices.',
    expected: 'The body of the creation has exactly the integer that the client was given.',
    rows: [...awkwardDecimals, ...awkwardDecimals.slice(0, 5)].map((categoryId, index) => {
      const args = { name: 'Rex', categoryId, ...(index >= awkwardDecimals.length && { status: 'sold' }) };
      return creationRow(args, sendsField('categoryId', categoryId));
    }),
  },
  {
    case: 6,
    name: 'leaves out a status that it was not given',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'The status is one of three strings, or absent. A store refuses null.',
    expected: 'A creation without a status has no field status.',
    rows: [
      {
        calls: [
          { call: ['createPet', newSoldRex], response: createdResponse(newSoldRex) }, // this status must not be sent again
          creationRow(newRex, obeys(rules.noStatus)),
        ],
      },
    ],
  },
  {
    case: 7,
    name: 'sends no id in a creation',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'The service assigns the id. It may refuse a creation with an id, or overwrite a pet.',
    expected: 'A creation has no field id, also after a pet was read.',
    rows: [
      {
        store: { pets: [{ id: 7, name: 'Mimi', categoryId: 2, status: 'sold' }] },
        calls: [
          { call: listCall, expect: readsThePet },
          {
            call: ['createPet', { name: 'Mimi', categoryId: '2', status: 'sold' }],
            response: textResponse(201, '{"id":8,"name":"Mimi","categoryId":2,"status":"sold"}'),
            expect: obeys(rules.id),
          },
          // The second creation comes after another pet was created.
          creationRow(newRex, obeys(rules.id)),
        ],
      },
    ],
  },
  {
    case: 46,
    name: 'sends each status',
    level: 'must',
    reference: 'interface document, parts 2 and 4.2',
    why: 'If a pet is created as sold, but stored without a status, it is offered again.',
    expected: 'A creation with a status has the field status with exactly that value.',
    rows: petStatuses.map((status) => creationRow({ ...newRex, status }, sendsField('status', status))),
  },
  {
    case: 48,
    name: 'adds a pet, lists it and gets it',
    level: 'must',
    reference: 'interface document, parts 1 and 4',
    why: 'This is what a client is for.',
    expected:
      'The store has one more pet, with the fields that the client was given, and the client returns that pet three times.',
    observe: async (trial) => {
      const store = trial.open({ pets: [mimi] });
      const fields = { name: 'Bella', categoryId: '7', status: 'sold' } as const;
      const created = await store.call('createPet', fields);
      const [first, ...added] = await unwrap(store.petStore.listPets());
      const [bella] = added;
      const isStored =
        bella?.name === fields.name && String(bella.categoryId) === fields.categoryId && bella.status === fields.status;
      if (first?.id !== mimi.id || !isStored || added.length !== 1)
        return mismatch(`The store got ${show(added)}. ${describeResult(created)}`);
      const pet = { id: String(bella.id), ...fields };
      return trial.observeInTurn(
        () => Promise.resolve(judgePet(created, pet)),
        async () => judgePets(await store.call('listPets'), [decodedMimi, pet]),
        async () => judgePets(await store.call('listPets', { status: 'sold' }), [pet]),
        async () => judgePet(await store.call('getPet', { petId: pet.id }), pet),
      );
    },
  },
  {
    case: 54,
    name: 'sends every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    why: 'A name is any text. A name that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The body of the creation, decoded, has exactly the name that the client was given.',
    rows: [
      {
        calls: namedCreations.map((args) => ({
          ...creationRow(args, sendsName(args.name)),
          options: { maySendNothing: true },
        })),
      },
    ],
  },
];

/** Every creation has this name. The client sends each. */
function sendsName(name: string): Expectation {
  return {
    judge(played) {
      if (played.sent.length > 0) return sendsField('name', name).judge(played);
      const seen = describeResult(played.result);
      // A client that cannot even send a plain name shows nothing with the others.
      return name === 'Rex' ? notExercised(`The client sent nothing. ${seen}`) : mismatch(`It sent nothing. ${seen}`);
    },
  };
}
