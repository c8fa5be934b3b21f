import type { ChosenStep } from './chosen-step.ts';

/** How long a client without a key may let the server wait, in milliseconds. */
const maxDelay = 60_000;

/**
 * Parses `Prefer: code=503, delay=2000` (RFC 7240, section 2). The first of several values counts. As that section demands, it
 * ignores unknown and impossible preferences.
 *
 * @returns the step that it asks for: a status of 400 to 599, a delay of up to a minute, or both; `undefined` if no preference is possible
 */
export function parsePrefer(header = ''): ChosenStep | undefined {
  const values = new Map<string, string>();
  for (const [preference] of header.matchAll(/(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g)) {
    const [, name = '', quoted, token = ''] =
      /^\s*([^\s=;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*)?(?:;|$)/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  const code = parseInteger(values.get('code'), 400, 599);
  const delay = parseInteger(values.get('delay'), 0, maxDelay);
  if (code === undefined && delay === undefined) return undefined;
  const parts = { ...(code !== undefined && { code }), ...(delay !== undefined && { delay }) };
  const applied = Object.entries(parts).map(([name, value]) => `${name}=${value}`);
  const respond = code === undefined ? undefined : { status: code };
  return { when: 'before', delay: delay ?? 0, respond, applied: applied.join(', ') };
}

function parseInteger(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^[0-9]{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
