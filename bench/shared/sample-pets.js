/** The pets that every benchmark starts from: 1 of 100 is `sold`, because a status that is asked for may be rare. */
export function newPet(place) {
  return { name: `Pet ${place}`, categoryId: place % 7, status: place % 100 === 99 ? 'sold' : usualStatus(place) };
}

/** The first pets with their ids, from 1. */
export function samplePets(count) {
  return Array.from({ length: count }, (_, place) => ({ id: place + 1, ...newPet(place) }));
}

function usualStatus(place) {
  return place % 2 === 0 ? 'available' : 'pending';
}
