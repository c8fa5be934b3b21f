/**
 * The cases of each version of the set. A set never changes, so that a new case does not redden an old build: what is new goes
 * into a new set.
 */
export const sets: Readonly<Record<string, readonly number[]>> = {
  '1.0': Array.from({ length: 45 }, (_, index) => index + 1),
};

/** The newest set. */
export const newestSet = '1.0';
