/**
 * The cases of each version of the set. A set never changes, so a new case cannot break an old build: new cases go
 * into a new set.
 */
export const sets: Readonly<Record<string, readonly number[]>> = {
  '1.0': Array.from({ length: 74 }, (_, index) => index + 1),
};

/** The newest set. */
export const newestSet = '1.0';
