import type { Reply } from './reply.ts';

/** When the interface removes `getPet` (docs/interface.md, part 4.3). */
export const getPetSunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

/** What replaces `getPet`, relative to the request so that it holds wherever the store is mounted. */
export const successorLink = '<../pets>; rel="successor-version"';

/**
 * The headers of every answer of `getPet`: Sunset (RFC 8594), a Link to its successor, and Deprecation
 * (RFC 9745) where its date is known.
 *
 * @throws TypeError for a date that is none
 */
export function getPetDeprecationHeaders(deprecatedSince: Date | undefined): Reply['headers'] {
  const headers = { Sunset: getPetSunset, Link: successorLink };
  if (deprecatedSince === undefined) return headers;
  if (!(deprecatedSince instanceof Date) || Number.isNaN(deprecatedSince.getTime())) {
    throw new TypeError('getPetDeprecatedSince must be a valid Date, or absent.');
  }
  return { Deprecation: `@${Math.floor(deprecatedSince.getTime() / 1000)}`, ...headers };
}
