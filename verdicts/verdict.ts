import { join } from 'node:path';
import type { CheckReport } from '@petstore/conformance';
import { existsSync, readFileSync } from 'node:fs';
import type { Client } from './client.ts';
import { exchangeOf } from './exchange.ts';

const root = join(import.meta.dirname, '..');

/** The verdict on one case. */
export interface CaseVerdict extends Pick<CheckReport, 'case' | 'level' | 'verdict'> {
  /** What was seen, if the client did not pass. */
  readonly seen?: string;
  /** The exchange that decided, if the client failed a MUST or a SHOULD. */
  readonly exchange?: readonly string[];
}

/** Whether the client failed a MUST or a SHOULD. */
export function isFailed({ verdict }: CaseVerdict): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** The verdict on a client, which was the same each time: a file of `results`. */
export interface ClientVerdict {
  readonly name: string;
  readonly version: string;
  /** The newest version on the day when the client was judged, if a registry has it. */
  readonly newest?: string;
  /** The version of the tools of the language. */
  readonly tools: string;
  /** The day when it was judged, such as 2026-11-26. */
  readonly date: string;
  readonly cases: readonly CaseVerdict[];
}

/** Returns a version without the build that a distribution made of it: 17.0.15 for `17.0.15+6-Debian`. */
export function withoutBuild(version: string): string {
  return version.replace(/[+ ].*$/, '');
}

/** Returns the file with the verdict on a client. */
export function fileOf({ id }: Client): string {
  return join(import.meta.dirname, 'results', `${id}.json`);
}

/** Returns the verdict on a client; `undefined` if the client was not judged yet. */
export function readVerdict(client: Client): ClientVerdict | undefined {
  const file = fileOf(client);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ClientVerdict) : undefined;
}

/** Returns the cases of a report, as a file of `results` has them. */
export function casesOf(checks: readonly CheckReport[], { generated }: Client): readonly CaseVerdict[] {
  return checks.map(({ case: number, level, verdict, seen, log }) => {
    if (generated === true && number === 12)
      return { case: number, level, verdict: 'not_supported', seen: notAskedOfGenerated };
    return {
      case: number,
      level,
      verdict,
      ...(verdict !== 'pass' && { seen: withoutChance(seen) }),
      // Case 30 is about all that the client showed in the whole run.
      ...((verdict === 'fail' || verdict === 'warn') && number !== 30 && { exchange: exchangeOf(log) }),
    };
  });
}

const notAskedOfGenerated =
  'It is not asked of a generated client: for OpenAPI, an integer is “a JSON number without a fraction or exponent part”.';

/** The first line, without what differs from run to run and from machine to machine: ports, sessions and folders. */
function withoutChance(seen: string): string {
  const [line = ''] = seen.split('\n');
  return line
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/\/s\/\d+/g, '/s/N')
    .replaceAll(root, '')
    .slice(0, 300);
}
