import type { Replied } from './client-error.ts';

/** How a read is repeated. All numbers of the policy stand here, and in the docstring of `retryReads`. */
const policy = {
  /** The pause before the first retry, in milliseconds. */
  firstPause: 250,
  /** Each pause is this many times the one before. */
  factor: 2,
  /** The longest pause that no Retry-After asks for, in milliseconds. */
  maxPause: 4_000,
  /** A random part of each pause, at most this share, is left out, so that many clients do not come back at once. */
  jitter: 0.5,
  /** The statuses that say that the server, or what stands before it, may answer later. */
  statuses: [408, 429, 502, 503, 504] as readonly number[],
};

/**
 * How long to wait before a read is repeated, in milliseconds.
 *
 * @param reply `undefined` if no complete reply came
 * @param retry the number of the retry, from 1
 * @param timeout the longest pause; a Retry-After beyond it makes the outcome final
 * @param random from 0 to 1
 * @returns `undefined` if the outcome is final
 */
export function pauseBeforeRetry(
  reply: (Replied & { readonly status: number }) | undefined,
  retry: number,
  timeout: number,
  random: number,
): number | undefined {
  if (reply !== undefined && !policy.statuses.includes(reply.status)) return undefined;
  const asked = parseRetryAfter(reply?.headers?.['retry-after'] ?? '');
  if (asked > timeout) return undefined;
  const pause = Math.min(policy.firstPause * policy.factor ** (retry - 1), policy.maxPause, timeout);
  return Math.max(asked, pause * (1 - policy.jitter * random));
}

/** Reads a Retry-After, seconds or a date (RFC 9110, sections 5.6.7 and 10.2.3), as milliseconds from now; 0 for anything else. */
function parseRetryAfter(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return 0;
  // The oldest of the three forms has no GMT behind it.
  const milliseconds = Date.parse(/gmt$/i.test(text) ? text : `${text} GMT`) - Date.now();
  return milliseconds > 0 ? milliseconds : 0;
}
