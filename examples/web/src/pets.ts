// The calls of the page, with fetch alone: nothing here is of React.

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: 'available' | 'pending' | 'sold';
}

/** Lists the first 100 pets. */
export function listPets(): Promise<readonly Pet[]> {
  return call('/pets?limit=100');
}

/** Adds a pet. The store assigns its id. */
export function addPet(pet: Omit<Pet, 'id'>): Promise<Pet> {
  return call('/pets', { method: 'POST', body: JSON.stringify(pet) });
}

/** Sends a request. Returns the JSON of the response, or throws an Error with the message of the store. */
async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const { VITE_PETS_URL, VITE_PETS_KEY } = import.meta.env;
  const headers = { Authorization: `Bearer ${VITE_PETS_KEY}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${VITE_PETS_URL}${path}`, { headers, ...init });
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  return body;
}
