import type { CheckReport } from '@petstore/conformance';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.ts';
import { exchangeOf } from './exchange.ts';
import { writeFormatted } from './format.ts';

const root = join(import.meta.dirname, '..');

/** The verdict on one case. */
export interface CaseVerdict extends Pick<CheckReport, 'case' | 'verdict'> {
  /** What was seen, if the client did not pass. */
  readonly seen?: string;
  /** The exchange that decided, line by line, if the client failed a MUST or a SHOULD. */
  readonly exchange?: string;
}

/** Whether the client failed a MUST or a SHOULD. */
export function isFailed({ verdict }: CaseVerdict): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** The verdict on a client, which was the same each time. */
export interface ClientVerdict {
  readonly version: string;
  /** The newest version on the day when the client was judged, if a registry has it. */
  readonly newest?: string;
  /** The version of the tools of the language. */
  readonly tools: string;
  /** The day when it was judged, such as 2026-11-26. */
  readonly date: string;
  readonly cases: readonly CaseVerdict[];
}

/** A client that was judged, with its verdict. */
export type JudgedClient = readonly [Client, ClientVerdict];

/** Returns a version without the build that a distribution made of it: 17.0.15 for `17.0.15+6-Debian`. */
export function withoutBuild(version: string): string {
  return version.replace(/[+ ].*$/, '');
}

/** Returns the file with the verdict on a client. */
export function fileOf({ id }: Client): string {
  return join(import.meta.dirname, 'results', `${id}.json`);
}

/** A file of `results`: cases of which the same is known stand together. */
interface Result extends Omit<ClientVerdict, 'cases'> {
  readonly verdicts: readonly Group[];
}

interface Group extends Omit<CaseVerdict, 'case'> {
  readonly cases: readonly number[];
}

/** Returns the verdict on a client; `undefined` if the client was not judged yet. */
export function readVerdict(client: Client): ClientVerdict | undefined {
  const file = fileOf(client);
  if (!existsSync(file)) return undefined;
  const { verdicts, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Result;
  const cases = verdicts.flatMap(({ cases: numbers, ...known }) => numbers.map((each) => ({ case: each, ...known })));
  return { ...rest, cases: inOrder(cases) };
}

export async function writeVerdict(client: Client, verdict: ClientVerdict): Promise<void> {
  const { cases, ...rest } = verdict;
  const groups = new Map<string, Group>();
  for (const { case: number, ...known } of cases) {
    const key = JSON.stringify(known);
    groups.set(key, { ...known, cases: [...(groups.get(key)?.cases ?? []), number] });
  }
  const result: Result = { ...rest, verdicts: [...groups.values()] };
  await writeFormatted(fileOf(client), JSON.stringify(result));
}

export function inOrder(cases: readonly CaseVerdict[]): readonly CaseVerdict[] {
  return [...cases].sort((one, other) => one.case - other.case);
}

/** Returns the cases of a report, with what is the same in each run. */
export function casesOf(checks: readonly CheckReport[], { generated }: Client): readonly CaseVerdict[] {
  return checks.map(({ case: number, verdict, seen, log }) => {
    if (generated === true && number === 12)
      return { case: number, verdict: 'not_supported', seen: notAskedOfGenerated };
    return {
      case: number,
      verdict,
      ...(verdict !== 'pass' && { seen: withoutChance(seen) }),
      // Case 30 is about all that the client showed in the whole run.
      ...((verdict === 'fail' || verdict === 'warn') && number !== 30 && { exchange: exchangeOf(log).join('\n') }),
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
