import * as z from 'zod/mini';

/**
 * Checks the options of a factory, and fills in their defaults. Every factory uses it.
 *
 * @param schema a `strictObject`. The message of a field follows the field's name: `must be a host name`. The message of a check
 *   of the whole object is a sentence without its full stop
 * @throws TypeError for an unknown option, or else for the first wrong one. The message names the option. It never shows the value,
 *   which may be an API key
 */
export function parseOptions<Schema extends z.core.$ZodObject>(schema: Schema, options: unknown): z.output<Schema> {
  const { data, error } = z.safeParse(schema, options, { error: describeIssue });
  if (error === undefined) return data;
  const issue = selectIssue(error);
  const { path, message } = issue;
  if (path.length > 0) throw new TypeError(`${describePath(path)} ${message}.`);
  if (issue.code === 'invalid_type') throw new TypeError('The options must be an object.');
  if (issue.code === 'unrecognized_keys')
    throw new TypeError(
      `${issue.keys[0] ?? ''} is not an option. The options are ${Object.keys(schema._zod.def.shape).join(', ')}.`,
    );
  throw new TypeError(`${message}.`);
}

/** Selects the issue to report: an unknown field first, because another issue reports the right spelling as missing. */
export function selectIssue({ issues }: z.core.$ZodError): z.core.$ZodIssue {
  const unknownField = issues.find(({ code }) => code === 'unrecognized_keys');
  return unknownField ?? (issues[0] as z.core.$ZodIssue); // a ZodError has at least one
}

/** The maximum time of a timer, in milliseconds. A timer with a longer time fires at once. */
export const maxTimeout = 2 ** 31 - 1;

/** Makes the schema of a time for a timer, in milliseconds. It may be a fraction. */
export function milliseconds(min: number) {
  const error = `must be a number of milliseconds from ${min} to ${maxTimeout}`;
  return z.number({ error }).check(z.minimum(min), z.maximum(maxTimeout));
}

export function anyFunction<Type extends (...parameters: never) => unknown>(error = 'must be a function') {
  return z.custom<Type>((value) => typeof value === 'function', { error });
}

const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type') return undefined;
  return `must be ${expectedTypes[issue.expected] ?? `a ${issue.expected}`}`;
};

const expectedTypes: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  date: 'a valid Date',
  object: 'an object',
};

/** Writes the path of a field: `pages[0].path`. */
export function describePath(path: readonly PropertyKey[]): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '');
}
