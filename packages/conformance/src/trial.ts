import { lookOnce, pass } from './finding.ts';
import type { Harness } from './harness.ts';
import type { CallArguments, ProtocolOperation } from './protocol.ts';

/** What came of a trial. */
export interface Trial {
  /** Why nothing can be said of the client at all: a sentence. `undefined` if an operation was answered. */
  readonly failure: string | undefined;
  /** The operations that were not answered, each with a sentence about why. */
  readonly broken: ReadonlyMap<ProtocolOperation, string>;
}

/** A plain call of each operation. */
const calls = [
  ['listPets', {}],
  ['createPet', { name: 'Rex', categoryId: '1' }],
  ['getPet', { petId: '1' }],
] as const satisfies readonly (readonly [ProtocolOperation, CallArguments])[];

/**
 * Calls each operation once, on a store that does nothing unusual. An adapter that crashes, hangs or breaks the protocol here
 * does so in every case: no case would say anything about the client.
 */
export async function tryAdapter(harness: Harness): Promise<Trial> {
  const { baseUrl } = harness.open({ pets: [{ id: 1, name: 'Mimi', categoryId: 2 }] });
  const call = (operation: ProtocolOperation, args: CallArguments) =>
    lookOnce(async () => {
      await harness.callAt(baseUrl, operation, args);
      return pass('It answered.');
    });
  const broken = new Map<ProtocolOperation, string>();
  let failure: string | undefined;
  let hasAnswered = false;
  for (const [operation, args] of calls) {
    const { kind, seen } = await call(operation, args);
    if (kind === 'not_supported') continue;
    if (kind === 'pass') {
      hasAnswered = true;
      continue;
    }
    // An adapter that ended after its last answer may answer this call once it is started again.
    if (hasAnswered && (await call(operation, args)).kind === 'pass') {
      return { failure: `The adapter answered ${operation} only after it was started again. ${seen}`, broken };
    }
    failure ??= `No operation was answered, so nothing can be said of the client. ${seen}`;
    broken.set(operation, `The adapter cannot answer even a plain ${operation}. ${seen}`);
  }
  return { failure: hasAnswered ? undefined : failure, broken };
}
