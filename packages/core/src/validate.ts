import { err, ok, type Result } from 'neverthrow';
import * as z from 'zod';
import { util } from 'zod/v4/core'; // by its own path: `z.core` would bring every language of zod into a bundle
import { invalidRequest, type InvalidRequest } from './errors.ts';

/**
 * Validates a value of any kind, also one whose getters or traps throw. A schema is run as its own `safeParse` runs it, but
 * no Error is made of its issues, which would cost more than all the rest of a refusal.
 *
 * @param subject what the message calls the value: "The pet", "The query"
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, subject: string): Result<T, InvalidRequest> {
  const parsed = run(schema, value);
  if (parsed === undefined) return err(invalidRequest(`${subject} cannot be read: reading one of its fields failed.`));
  return parsed.issues.length === 0
    ? ok(parsed.value)
    : err(invalidRequest(`${subject} is not valid: ${parsed.issues.map(describe).join('; ')}.`));
}

function run<T>(schema: z.ZodType<T>, value: unknown): z.core.ParsePayload<T> | undefined {
  try {
    return schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload<T>; // no schema here is asynchronous
  } catch {
    return undefined; // a getter or a proxy of the caller's threw
  }
}

function describe(issue: z.core.$ZodRawIssue): string {
  const { path, message } = util.finalizeIssue(issue, {}, z.config());
  return path.length === 0 ? `it ${message}` : `${path.join('.')} ${message}`;
}
