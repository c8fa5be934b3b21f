/**
 * Finds the known name that was probably meant: `port` for `prot`. Upper and lower case do not matter.
 *
 * @returns the nearest name, at most one typing error per four characters away; `undefined` if there is none
 */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const candidates = known.map((candidate) => {
    const longer = Math.max(name.length, candidate.length);
    return { candidate, errors: typingErrors(name.toLowerCase(), candidate.toLowerCase()), allowed: longer / 4 };
  });
  const near = candidates.filter(({ errors, allowed }) => errors <= Math.ceil(allowed));
  return near.sort((one, other) => one.errors - other.errors)[0]?.candidate;
}

/** Counts the characters to insert, delete, replace, or exchange with their neighbour. */
function typingErrors(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 8) return Infinity; // a long text costs nothing
  const counts = new Map<string, number>();
  const count = (i: number, j: number) => counts.get(`${i},${j}`) ?? Infinity;
  for (let i = 0; i <= one.length; i++) {
    for (let j = 0; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const fewest = Math.min(
        count(i - 1, j) + 1,
        count(i, j - 1) + 1,
        count(i - 1, j - 1) + (isSame ? 0 : 1),
        isExchanged ? count(i - 2, j - 2) + 1 : Infinity,
      );
      counts.set(`${i},${j}`, i + j === 0 ? 0 : fewest);
    }
  }
  return count(one.length, other.length);
}
