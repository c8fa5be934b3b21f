import { mask } from '@petstore/core/internal';

/** Masks the credentials of an Authorization header, also a key that is not valid; its scheme stays. */
export function redactAuthorization(value: string): string {
  return /^\S+\s/.test(value) ? value.replace(/^(\S+)\s.*$/s, `$1 ${mask}`) : mask;
}
