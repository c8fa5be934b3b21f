import { err, ok, type Result } from 'neverthrow';
import * as z from 'zod';
import { invalidRequest, type InvalidRequest } from './errors.ts';

/** As a schema's own `safeParse`, but for what makes an issue an Error, which costs more than all the rest of a refusal. */
const safeParse = z.core._safeParse(
  class {
    constructor(readonly issues: z.core.$ZodIssue[]) {}
  } as unknown as z.core.$ZodErrorClass,
);

/**
 * Validates a value of any kind, also one whose getters or traps throw.
 *
 * @param subject what the message calls the value: "The pet", "The query"
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, subject: string): Result<T, InvalidRequest> {
  const parsed = parse(schema, value);
  if (parsed === undefined) return err(invalidRequest(`${subject} cannot be read: reading one of its fields failed.`));
  return parsed.success ? ok(parsed.data) : err(invalidRequest(`${subject} is not valid: ${describe(parsed.error)}.`));
}

function parse<T>(schema: z.ZodType<T>, value: unknown): z.core.util.SafeParseResult<T> | undefined {
  try {
    return safeParse(schema, value);
  } catch {
    return undefined; // a getter or a proxy of the caller's threw
  }
}

function describe(error: z.core.$ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? `it ${message}` : `${path.join('.')} ${message}`))
    .join('; ');
}
