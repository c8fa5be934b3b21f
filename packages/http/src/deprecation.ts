import type { Deprecation } from './operations/operation.ts';
import type { Reply } from './reply.ts';

/**
 * Makes the headers of every reply of a deprecated operation: Sunset (RFC 8594), a Link to its successor, and Deprecation
 * (RFC 9745) if its date is known.
 *
 * @throws TypeError for a date that is not valid
 */
export function deprecationHeaders(
  { sunset, successor }: Deprecation,
  deprecatedSince: Date | undefined,
): Reply['headers'] {
  if (
    deprecatedSince !== undefined &&
    !(deprecatedSince instanceof Date && Number.isFinite(deprecatedSince.getTime()))
  ) {
    throw new TypeError('getPetDeprecatedSince must be a valid Date, or absent.');
  }
  return {
    ...(deprecatedSince && { Deprecation: `@${Math.floor(deprecatedSince.getTime() / 1000)}` }),
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${successor}>; rel="successor-version"`,
  };
}
