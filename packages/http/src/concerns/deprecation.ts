import type { Deprecation, Operation, OperationName } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { HttpSettings } from '../options.ts';
import type { HttpResponse } from '../response.ts';
import type { Concern } from './concern.ts';

export type DeprecationDates = Readonly<Partial<Record<OperationName, Date | undefined>>> | undefined;

/** Adds the headers of a deprecated operation to its responses. */
export function announceDeprecation({ deprecatedSince }: HttpSettings): Concern {
  const dates: DeprecationDates = deprecatedSince;
  const headersByOperation = new Map<Operation | undefined, HttpResponse['headers']>();
  for (const operation of operations) {
    if (operation.deprecation === undefined) continue;
    headersByOperation.set(operation, createDeprecationHeaders(operation.deprecation, dates?.[operation.name]));
  }
  return { createHeaders: (_request, { operation }) => headersByOperation.get(operation) };
}

/** Makes the headers of a deprecated operation: Sunset (RFC 8594), a Link to its successor, and Deprecation (RFC 9745) if the date is known. */
export function createDeprecationHeaders(
  { sunset, successor }: Deprecation,
  deprecatedSince: Date | undefined,
): HttpResponse['headers'] {
  return {
    ...(deprecatedSince && { Deprecation: `@${Math.floor(deprecatedSince.getTime() / 1000)}` }),
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${successor}>; rel="successor-version"`,
  };
}
