/**
 * Finds the known name that was probably meant: `port` for `prot`. Upper and lower case do not matter.
 *
 * @returns the nearest name, at most one typing error per four characters away, and at most three; `undefined` if there is none
 */
export function findNearName(name: string, known: readonly string[]): string | undefined {
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

/** Tells that a value has an unknown field, which one was probably meant, and which there are. It follows the name of the value. */
export function describeUnknownField(name: string, known: readonly string[]): string {
  const near = findNearName(name, known);
  const question = near === undefined ? '' : ` (did you mean "${near}"?)`;
  return `has the unknown field "${name.slice(0, 60)}"${question}: its fields are ${known.join(', ')}`;
}

/** Whether so many characters to insert, delete, replace, or exchange with the next one turn one text into the other. */
function isNear(one: string, other: string, errors: number): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = (skipped: number, skippedOfOther: number) =>
    isNear(one.slice(at + skipped), other.slice(at + skippedOfOther), errors - 1);
  if (one.length === at && other.length === at) return true;
  if (errors === 0) return false;
  if (rest(1, 0) || rest(0, 1) || rest(1, 1)) return true;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && rest(2, 2);
}
