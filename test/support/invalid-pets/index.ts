/** A value that is not a list of valid pets. */
export interface InvalidPets {
  /** What is wrong with it, for the title of a test. */
  readonly what: string;
  readonly pets: readonly unknown[];
  /** What a message says after the name of the list: `pets` + `[0].id is required`. */
  readonly problem: string;
}

const rex = { id: 1, name: 'Rex', categoryId: 1 };
const withoutId = { name: 'Rex', categoryId: 1 };

/** Lists that are refused wherever pets come in: as an option, in a file, in a seed. Each has a JSON text. */
export const invalidPets: readonly InvalidPets[] = [
  { what: 'null', pets: [null], problem: '[0] must be an object with an id, a name and a categoryId' },
  { what: 'a number', pets: [rex, 1], problem: '[1] must be an object with an id, a name and a categoryId' },
  { what: 'an empty object', pets: [{}], problem: '[0].id is required' },
  { what: 'a pet without an id', pets: [rex, withoutId], problem: '[1].id is required' },
  { what: 'an id of 0', pets: [{ ...rex, id: 0 }], problem: '[0].id must be an integer from 1 to 9007199254740991' },
  {
    what: 'an id beyond the safe integers',
    pets: [{ ...rex, id: 2n ** 62n }],
    problem: '[0].id must be an integer from 1 to 9007199254740991',
  },
  {
    what: 'an id as a string',
    pets: [{ ...rex, id: '1' }],
    problem: '[0].id must be an integer from 1 to 9007199254740991',
  },
  { what: 'a pet without a name', pets: [{ id: 1, categoryId: 1 }], problem: '[0].name is required' },
  {
    what: 'a name with a lone surrogate',
    pets: [{ ...rex, name: '\ud800' }],
    problem: '[0].name must be well-formed Unicode',
  },
  { what: 'a pet without a categoryId', pets: [{ id: 1, name: 'Rex' }], problem: '[0].categoryId is required' },
  {
    what: 'a categoryId beyond int64',
    pets: [{ ...rex, categoryId: 2n ** 63n }],
    problem: '[0].categoryId must be an integer from -2^63 to 2^63-1',
  },
  {
    what: 'an unknown status',
    pets: [rex, { ...rex, id: 2, status: 'lost' }],
    problem: '[1].status must be one of available, pending, sold',
  },
  {
    what: 'a status of null',
    pets: [{ ...rex, status: null }],
    problem: '[0].status must be one of available, pending, sold',
  },
  {
    what: 'two pets with one id',
    pets: [{ ...rex, id: 3 }, rex, { ...rex, id: 3 }],
    problem: ': two pets have the id 3',
  },
];

/** Lists that are refused where a person writes the pets by hand. Elsewhere an unknown field is ignored. */
export const misspeltPets: readonly InvalidPets[] = [
  {
    what: 'a misspelt required field',
    pets: [{ id: 1, name: 'Rex', categoryID: 1 }],
    problem: '[0] has the unknown field "categoryID"',
  },
  {
    what: 'an unknown field',
    pets: [{ ...rex, owner: 'me' }],
    problem: '[0] has the unknown field "owner": its fields are id, name, categoryId, status',
  },
];
