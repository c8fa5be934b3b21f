/** How long a statement may take, in milliseconds. */
export interface TimeLimits {
  /** To get a connection, be it a new one or one that others are done with. */
  readonly connectTimeout: number;
  /** From sending a statement to its whole answer. */
  readonly queryTimeout: number;
}

/** The longest time that a timer can be set to, less what is added to it, in milliseconds. */
const longest = 2 ** 31 - 1_000;

/**
 * Reads the limits from options: 5,000 ms each where they are absent.
 *
 * @throws TypeError for a wrong one, naming it
 */
export function timeLimits(options: {
  readonly [Limit in keyof TimeLimits]?: TimeLimits[Limit] | undefined;
}): TimeLimits {
  const checked = (name: keyof TimeLimits) => {
    const value: unknown = options[name] ?? 5_000;
    if (typeof value === 'number' && value >= 1 && value <= longest) return value;
    throw new TypeError(`${name} must be a number of milliseconds from 1 to ${longest}.`);
  };
  return { connectTimeout: checked('connectTimeout'), queryTimeout: checked('queryTimeout') };
}
