import { INT64_MAX, INT64_MIN } from '@petstore/core';
import { decodeUnreserved } from '@petstore/http';
import type { ConformanceCase } from '../conformance-case.ts';
import { deviation, lookAtEach, lookOnce, notExercised, pass, type Finding } from '../finding.ts';
import type { Session } from '../harness.ts';
import { describeResult } from '../judge.ts';
import { creationOf, judgeRequests, shown } from '../rule.ts';
import type { CallArguments } from '../protocol.ts';
import { awkwardNames, fewNames } from './awkward-names.ts';
import { answer, answerCreation, newRex, repeats } from './replies.ts';
import { rules } from './rules.ts';

/** The values of a pet's status (interface document, part 2). */
export const statuses = ['available', 'pending', 'sold'] as const;

/** Ids that every client can send: some languages write a large one in groups, or as 1e+06. */
const usualIds = ['1', '10', '42', '1000', '1000000', '2147483647'];

/** Ids that a double rounds, that 32 bits cannot hold, or that some languages take for none. A client may refuse them. */
const awkwardIds = [2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n, INT64_MAX, 10n ** 18n, 0n, -1n, INT64_MIN].map(String);

/** The values that are sent: the cases 46, 53 and 54. */
export const sentValueCases: readonly ConformanceCase[] = [
  {
    case: 46,
    name: 'sends each status',
    level: 'must',
    reference: 'interface document, parts 2 and 4.2',
    why: 'A pet that is created as sold, and stored without a status, is offered again.',
    expected: 'A creation with a status has the field status with exactly that value.',
    watch: ({ requests }) => judgeRequests(rules.status, requests),
    look: (harness) =>
      lookAtEach(statuses, async (status) => {
        const args = { ...newRex, status };
        const session = harness.open({ steps: [answerCreation(args)] });
        await session.call('createPet', args);
        const wrong = session.requests('createPet').find((request) => creationOf(request)?.status !== status);
        if (wrong === undefined) return pass(`It sent the status ${status}.`);
        return deviation(`Given the status ${status}, it sent ${shown(wrong.body)}.`);
      }),
  },
  {
    case: 53,
    name: 'sends petId exactly',
    level: 'must',
    reference: 'interface document, part 4.3',
    why: 'A rounded id is that of another pet, and nobody notices.',
    expected: 'The path has exactly the digits of the id, or the client refuses the id and sends nothing.',
    look: (harness) =>
      lookAtEach([...usualIds, ...awkwardIds], async (petId) => {
        const pet = `{"id":${petId},"name":"Rex","categoryId":1}`;
        const session = harness.open({ steps: [answer('getPet', 200, pet, { times: repeats })] });
        const result = await session.call('getPet', { petId }, { maySendNothing: awkwardIds.includes(petId) });
        const sent = session.requests().map(({ method, path }) => `${method} ${decodeUnreserved(path)}`);
        const wrong = sent.find((line) => line !== `GET ${session.basePath}/pets/${petId}`);
        if (wrong !== undefined) return deviation(`Asked for the id ${petId}, it sent ${wrong}.`);
        if (sent.length > 0) return pass(`It sent ${petId}.`);
        return 'error' in result ? pass(`It refused the id ${petId}.`) : deviation(describeResult(result));
      }),
  },
  {
    case: 54,
    name: 'sends every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    why: 'A name is any text: one that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The body of the creation, decoded, has the very name that the client was given.',
    look: async (harness) => {
      const creations = ['Rex', ...awkwardNames, ...fewNames].map((name, index) => ({
        ...{ name, categoryId: '1' },
        ...(index > awkwardNames.length && { status: 'sold' }),
      }));
      const session = harness.open({ steps: creations.map((args) => answerCreation(args)) });
      const [first, ...others] = creations;
      const usual = await lookOnce(() => lookAtName(session, first));
      return usual.kind === 'pass' ? lookAtEach(others, (args) => lookAtName(session, args)) : usual;
    },
  },
];

async function lookAtName(session: Session, args: CallArguments = {}): Promise<Finding> {
  const { name } = args;
  const before = session.requests('createPet').length;
  const result = await session.call('createPet', args, { maySendNothing: true });
  const sent = session.requests('createPet').slice(before);
  const wrong = sent.find((request) => creationOf(request)?.name !== name);
  if (wrong !== undefined) return deviation(`Given the name ${shown(name)}, it sent ${shown(wrong.body)}.`);
  // Without a usual name, nothing can be said about the others.
  if (sent.length === 0 && name === 'Rex') return notExercised(`The client sent nothing. ${describeResult(result)}`);
  if (sent.length === 0) return deviation(`It did not send the name ${shown(name)}. ${describeResult(result)}`);
  return pass('It sent every name as it is.');
}
