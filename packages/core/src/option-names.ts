import { describeUnknown } from './parse-options.ts';

/**
 * Refuses an option that a factory does not know, such as `prot`. One whose value is `undefined` counts as absent.
 *
 * @param known the name of every option
 * @throws TypeError that names the option, and the one that was probably meant or else all of them; also for a non-object
 */
export function checkOptionNames<Options extends object>(
  options: Options,
  known: Readonly<Record<keyof Options, unknown>>,
): void {
  if (typeof options !== 'object' || (options as object | null) === null)
    throw new TypeError('The options must be an object.');
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    throw new TypeError(describeUnknown(name, Object.keys(known)));
  }
}
