/** What one look at a client showed, in words. */
export interface Finding {
  /**
   * `pass`; `deviation`, which the level makes a fail, a warning or a note; or why there is nothing to judge. `harness_error` if
   * the run or the adapter did not do what it had to.
   */
  readonly kind: 'pass' | 'deviation' | 'not_exercised' | 'not_supported' | 'harness_error';
  /** What was seen: a sentence. */
  readonly seen: string;
}

/** Ends a look at a client at once: it could not be called, or did not do what it was asked. */
export class Ended extends Error {
  constructor(readonly finding: Finding) {
    super(finding.seen);
  }
}

/** Looks once. Returns the finding of {@link Ended} if the look was ended with one. */
export async function lookOnce(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Ended) return error.finding;
    throw error;
  }
}

export function pass(seen: string): Finding {
  return { kind: 'pass', seen };
}

export function deviation(seen: string): Finding {
  return { kind: 'deviation', seen };
}

export function notExercised(seen: string): Finding {
  return { kind: 'not_exercised', seen };
}

export function notSupported(seen: string): Finding {
  return { kind: 'not_supported', seen };
}

export function harnessError(seen: string): Finding {
  return { kind: 'harness_error', seen };
}

/** If a case looks several times, the first of these kinds decides; `not_supported` only if there is no other. */
const order = ['harness_error', 'deviation', 'not_exercised', 'pass', 'not_supported'] as const;

/** Makes one finding of several: the one that decides. */
export function combine(findings: readonly Finding[]): Finding {
  for (const kind of order) {
    const finding = findings.find((each) => each.kind === kind);
    if (finding !== undefined) return finding;
  }
  return notExercised('Nothing was asked of the client.');
}

/** Looks several times, one after the other, and stops at the first that decides against the client. */
export async function lookAtEach<T>(
  subjects: readonly T[],
  look: (subject: T, index: number) => Promise<Finding>,
): Promise<Finding> {
  const findings: Finding[] = [];
  for (const [index, subject] of subjects.entries()) {
    const finding = await lookOnce(() => look(subject, index));
    findings.push(finding);
    if (finding.kind === 'deviation' || finding.kind === 'harness_error') break;
  }
  return combine(findings);
}
