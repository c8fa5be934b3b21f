import { maxTimeout } from '@petstore/core';

/** What a client prefers for one request. */
export interface Preference {
  /** The status to answer with, 400 to 599. */
  readonly code?: number;
  /** How long to wait before the head of the response, in milliseconds. */
  readonly delay?: number;
  /** The value for Preference-Applied: the preferences that are applied. */
  readonly applied: string;
}

/**
 * Reads `Prefer: code=503, delay=2000` (RFC 7240, section 2). The first of several values counts. What is unknown or cannot
 * be done is ignored, as that section demands.
 *
 * @param header the value of the header, several ones joined by commas
 * @returns `undefined` if nothing can be done
 */
export function parsePrefer(header = ''): Preference | undefined {
  const values = new Map<string, string>();
  for (const [preference] of header.matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g)) {
    const [, name = '', quoted, token = ''] =
      /^\s*([^\s=;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*)?(?:;|$)/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  const code = integerIn(values.get('code'), 400, 599);
  const delay = integerIn(values.get('delay'), 0, maxTimeout);
  if (code === undefined && delay === undefined) return undefined;
  const parts = { ...(code !== undefined && { code }), ...(delay !== undefined && { delay }) };
  const applied = Object.entries(parts).map(([name, value]) => `${name}=${value}`);
  return { ...parts, applied: applied.join(', ') };
}

function integerIn(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^[0-9]{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}
