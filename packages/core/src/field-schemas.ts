import * as z from 'zod/mini';
import { toInt64, type Int64 } from './int64.ts';

/** Makes the message of a wrong field. It follows the field's name: "is required", "must be …". */
export type DescribeIssue = (issue: { readonly input?: unknown }) => string;

/**
 * Makes the schemas and messages of fields.
 *
 * @param show writes a wrong value into the message. Without it, no message shows a value, which may be an API key
 */
export function createFieldSchemas(show?: (value: unknown) => string) {
  /** Makes the message for a field that is absent or wrong. The rule is what the field must be: `a string`. */
  const mustBe =
    (rule: string): DescribeIssue =>
    ({ input }) => {
      if (input === undefined) return show === undefined ? 'is required' : `is required: ${rule}`;
      return `must be ${rule}${show === undefined ? '' : `, not ${show(input)}`}`;
    };
  return {
    mustBe,

    oneOf: <const Name extends string>(names: readonly Name[]) =>
      z.enum(names, { error: mustBe(`one of ${names.join(', ')}`) }),

    /** Makes the schema of an integer within bounds. The note follows the bounds in the message: `; 0 takes a free one`. */
    integer: (min: number, max: number, note = '') => {
      const error = mustBe(`an integer from ${min} to ${max}${note}`);
      return z.int({ error, abort: true }).check(z.minimum(min), z.maximum(max));
    },

    /** Makes the schema of an object without unknown fields. Its message names an unknown one. */
    strictObject: <Shape extends z.core.$ZodLooseShape>(shape: Shape, message?: string) => {
      const describe = mustBe(`an object with ${Object.keys(shape).join(', ')}`);
      return z.strictObject(shape, { error: (issue) => describeUnknownField(issue) ?? message ?? describe(issue) });
    },
  };
}

export const { mustBe, oneOf, integer, strictObject } = createFieldSchemas();

/** Names an unknown field, and the known ones. The text follows the object's name. */
function describeUnknownField(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = Object.keys((issue.inst as z.core.$ZodObject)._zod.def.shape);
  return `has the unknown field "${String(issue.keys[0]).slice(0, 60)}": its fields are ${known.join(', ')}`;
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
