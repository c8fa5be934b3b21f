import type { Reply } from './reply.ts';

/** When the interface removes `getPet` (interface document, part 4.3). */
export const getPetSunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

/**
 * The headers of every answer of `getPet`: Sunset (RFC 8594), a Link to its successor, relative to the request so that it
 * holds wherever the store is mounted, and Deprecation (RFC 9745) where its date is known.
 *
 * @throws TypeError for a date that is none
 */
export function getPetDeprecationHeaders(deprecatedSince: Date | undefined): Reply['headers'] {
  const headers = { Sunset: getPetSunset, Link: '<../pets>; rel="successor-version"' };
  if (deprecatedSince === undefined) return headers;
  const seconds = Math.floor(Number(deprecatedSince) / 1000);
  if (!(deprecatedSince instanceof Date) || Number.isNaN(seconds)) {
    throw new TypeError('getPetDeprecatedSince must be a valid Date, or absent.');
  }
  return { Deprecation: `@${seconds}`, ...headers };
}
