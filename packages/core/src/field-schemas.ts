import * as z from 'zod/mini';
import { toInt64, type Int64 } from './int64.ts';

/** Makes the message of a wrong field. It follows the field's name: "is required", "must be …". */
export type DescribeIssue = (issue: { readonly input?: unknown }) => string;

/**
 * Makes the message for a field that is absent or wrong.
 *
 * @param rule what the field must be: `a string`
 * @param show writes the wrong value. Without it, the message never shows the value, which may be an API key
 */
export function mustBe(rule: string, show?: (value: unknown) => string): DescribeIssue {
  return ({ input }) => {
    if (input === undefined) return show === undefined ? 'is required' : `is required: ${rule}`;
    return `must be ${rule}${show === undefined ? '' : `, not ${show(input)}`}`;
  };
}

/** Says that a value has an unknown field, and which fields are known. The text follows the value's name. */
export function describeUnknownField(name: string, known: readonly string[]): string {
  return `has the unknown field "${name.slice(0, 60)}": its fields are ${known.join(', ')}`;
}

/** Makes the schema of an `Int64`. It converts each integer to its one representation. `metadata` is for its JSON Schema. */
export function createInt64Schema(describeIssue: DescribeIssue, metadata: object = {}): z.ZodMiniType<Int64> {
  const schema = z.pipe(
    z.unknown(),
    z.transform((input, { issues }) => {
      const integer = toInt64(input);
      if (integer !== undefined) return integer;
      issues.push({ code: 'custom', input, message: describeIssue({ input }) });
      return z.NEVER;
    }),
  );
  return schema.register(z.globalRegistry, { type: 'integer', format: 'int64', ...metadata }); // JSON Schema has no bigint
}

/**
 * Makes the schema of an integer within bounds.
 *
 * @param note follows the bounds in the message: `; 0 takes a free one`
 * @param describe makes the message of the rule
 */
export function integer(
  min: number,
  max: number,
  note = '',
  describe: (rule: string) => string | DescribeIssue = (rule) => `must be ${rule}`,
) {
  const error = describe(`an integer from ${min} to ${max}${note}`);
  return z.int({ error, abort: true }).check(z.minimum(min), z.maximum(max));
}
