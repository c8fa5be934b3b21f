import { err, ok, type Result } from 'neverthrow';
import type * as z from 'zod';
import { invalidRequest, type InvalidRequest } from './errors.ts';

/**
 * Validates a value of any kind, even one whose getters throw.
 *
 * @param subject what the message calls the value: "The pet", "The query"
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, subject: string): Result<T, InvalidRequest> {
  try {
    const { data, error } = schema.safeParse(value);
    return error === undefined
      ? ok(data)
      : err(invalidRequest(`${subject} is not valid: ${error.issues.map(describeIssue).join('; ')}.`));
  } catch {
    return err(invalidRequest(`${subject} cannot be read: reading one of its fields failed.`)); // a getter threw
  }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? `it ${message}` : `${path.join('.')} ${message}`;
}
