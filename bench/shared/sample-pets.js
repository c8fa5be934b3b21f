/** The pets that every benchmark starts from: 1 of 100 is `sold`, because a status that is asked for may be rare. */
export function newPet(index) {
  return { name: `Pet ${index}`, categoryId: index % 7, status: index % 100 === 99 ? 'sold' : commonStatus(index) };
}

/** The first pets with their ids, from 1. */
export function samplePets(count) {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, ...newPet(index) }));
}

function commonStatus(index) {
  return index % 2 === 0 ? 'available' : 'pending';
}
