import { unwrap } from '@petstore/core';
import { type DecodedPet, describeResult, judgePet, judgePets } from '../judge.ts';
import { mismatch } from '../observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { show } from '../player/requests.ts';

const mimi = { id: 41, name: 'Mimi', categoryId: 2, status: 'available' } as const;
const decodedMimi: DecodedPet = { id: '41', name: 'Mimi', categoryId: '2', status: 'available' };

/** What a client is for, on a plain store: the case 48. */
export const roundTripCases: readonly ConformanceCase[] = [
  {
    case: 48,
    name: 'adds a pet, lists it and gets it',
    level: 'must',
    reference: 'interface document, parts 1 and 4',
    clause: 'Clients use JSON over HTTP to list pets, add a pet, and look one up by its id.',
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
];
