/**
 * Refuses an option that a factory does not know, such as `prot`. One whose value is `undefined` counts as absent.
 *
 * @param known the name of every option
 * @throws TypeError that names the option and the nearest one, and for a non-object
 */
export function checkOptionNames<Options extends object>(
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  if (typeof options !== 'object' || (options as object | null) === null)
    throw new TypeError('The options must be an object.');
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const [nearest = ''] = Object.keys(known).sort((a, b) => editsBetween(name, a) - editsBetween(name, b));
    throw new TypeError(`${name} is not an option; the nearest is ${nearest}.`);
  }
}

/** How many characters to insert, delete or replace to make one text of another (the Levenshtein distance). */
function editsBetween(from: string, to: string): number {
  let edits = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (let i = 0; i < from.length; i++) {
    let last = i + 1;
    const next = edits.slice(1).map((above, j) => {
      const replaced = (edits[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      return (last = Math.min(last + 1, above + 1, replaced));
    });
    edits = [i + 1, ...next];
  }
  return edits.at(-1) ?? 0;
}
