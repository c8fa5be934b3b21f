/**
 * Finds the known name that was probably meant: `port` for `prot`. Upper and lower case do not matter. It allows one typing error
 * per four characters, and at most three.
 *
 * @returns the nearest name; `undefined` if none is near
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  for (let errors = 0; errors <= 3; errors++) {
    const near = known.find(
      (candidate) =>
        errors <= Math.ceil(Math.max(name.length, candidate.length) / 4) &&
        isNear(name.toLowerCase(), candidate.toLowerCase(), errors),
    );
    if (near !== undefined) return near;
  }
  return undefined;
}

/**
 * Asks whether the nearest known name was meant: `Did you mean --port?`. An empty text if none is near.
 *
 * @param dashes what an option of a command begins with
 */
export function suggestName(name: string, known: readonly string[], dashes = ''): string {
  const near = closestName(name, known);
  return near === undefined ? '' : `Did you mean ${dashes}${near}?`;
}

/** Asks the same within a sentence: ` (did you mean "port"?)`. An empty text if none is near. */
export function askForClosestName(name: string, known: readonly string[]): string {
  const near = closestName(name, known);
  return near === undefined ? '' : ` (did you mean "${near}"?)`;
}

/** Says that a value has an unknown field, and which fields are known. The text follows the value's name. */
export function describeUnknownField(name: string, known: readonly string[]): string {
  return `has the unknown field "${name.slice(0, 60)}"${askForClosestName(name, known)}: its fields are ${known.join(', ')}`;
}

/** Whether at most `errors` changes turn one text into the other. A change inserts, deletes, replaces or swaps characters. */
function isNear(one: string, other: string, errors: number): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const isRestNear = (skipped: number, skippedOfOther: number) =>
    isNear(one.slice(at + skipped), other.slice(at + skippedOfOther), errors - 1);
  if (one.length === at && other.length === at) return true;
  if (errors === 0) return false;
  if (isRestNear(1, 0) || isRestNear(0, 1) || isRestNear(1, 1)) return true;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && isRestNear(2, 2);
}
