import type { ResponseDetails } from './client-error.ts';

/** How a read is repeated. The docstring of `retryReads` repeats these numbers. */
const policy = {
  /** The pause before the first retry, in milliseconds. */
  firstPause: 250,
  /** Each pause is longer than the last one by this factor. */
  factor: 2,
  /** The max pause without a Retry-After, in milliseconds. */
  maxPause: 4_000,
  /** The max share of a pause that is subtracted at random, so that many clients do not come back at once. */
  jitter: 0.5,
  /** The statuses of a server or a proxy that may answer later. */
  statuses: [408, 429, 502, 503, 504] as readonly number[],
};

/**
 * Computes how long to wait before a read is repeated, in milliseconds.
 *
 * @param response `undefined` if no complete response came
 * @param retry the number of the retry, from 1
 * @param timeout the max pause. A longer Retry-After makes the outcome final
 * @param random from 0 to 1
 * @returns `undefined` if the outcome is final
 */
export function computePause(
  response: (ResponseDetails & { readonly status: number }) | undefined,
  retry: number,
  timeout: number,
  random: number,
): number | undefined {
  if (response !== undefined && !policy.statuses.includes(response.status)) return undefined;
  const asked = parseRetryAfter(response?.headers?.['retry-after'] ?? '');
  if (asked > timeout) return undefined;
  const pause = Math.min(policy.firstPause * policy.factor ** (retry - 1), policy.maxPause, timeout);
  return Math.max(asked, pause * (1 - policy.jitter * random));
}

/** Parses a Retry-After: seconds or a date (RFC 9110, sections 5.6.7 and 10.2.3). Returns milliseconds from now; 0 for anything else. */
function parseRetryAfter(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return 0;
  // The oldest of the three forms of a date has no GMT at its end.
  const milliseconds = Date.parse(/gmt$/i.test(text) ? text : `${text} GMT`) - Date.now();
  return milliseconds > 0 ? milliseconds : 0;
}
