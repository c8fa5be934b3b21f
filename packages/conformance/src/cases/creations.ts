import { petStatuses } from '@petstore/core';
import { awkwardNames } from '@petstore/core/awkward-values';
import type { CallArguments } from '../adapter/protocol.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Expectation } from '../player/exchange.ts';
import type { CaseSession } from '../harness/harness.ts';
import { describeResult } from '../judge.ts';
import { mismatch, notExercised, observe, pass, type Observation } from '../observation.ts';
import { judgeRequests, readCreation, show } from '../rule.ts';
import { awkwardDecimals, fewNames } from './awkward-values.ts';
import { createdResponse, step, textResponse } from './responses.ts';
import { rules } from './rules.ts';
import { newRex, rexJson } from './sample-pets.ts';

/** Answers a creation by a script, so that the body is recorded even if the store would refuse the media type. */
const rexStep = step('createPet', textResponse(201, rexJson));

/** The fields of a creation: the cases 5, 6, 7, 46 and 54. */
export const creationCases: readonly ConformanceCase[] = [
  {
    case: 5,
    name: 'sends int64 exactly',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'integer, int64',
    why: 'A double has 53 bits. A rounded category is another category, and nobody notices.',
    expected: 'The body of the creation has exactly the integer that the client was given.',
    exchanges: [...awkwardDecimals, ...awkwardDecimals.slice(0, 5)].map((categoryId, index) => {
      const args = { name: 'Rex', categoryId, ...(index >= awkwardDecimals.length && { status: 'sold' }) };
      return { call: ['createPet', args], response: createdResponse(args), expect: sendsCategory(categoryId) };
    }),
  },
  {
    case: 6,
    name: 'leaves out a status that it was not given',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'PetStatus is one of three strings',
    why: 'The status is one of three strings, or absent. A store refuses null.',
    expected: 'A creation without a status has no field status.',
    observe: async (harness) => {
      const sold = step('createPet', textResponse(201, '{"id":1,"name":"Rex","categoryId":1,"status":"sold"}'));
      const session = harness.open({ steps: [sold, rexStep] });
      await session.call('createPet', { ...newRex, status: 'sold' }); // this status must not be sent again
      const before = session.requests().length;
      await session.call('createPet', newRex);
      return judgeRequests(rules.noStatus, session.requests().slice(before));
    },
  },
  {
    case: 7,
    name: 'sends no id in a creation',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'assigned by the service; clients never send it',
    why: 'The service assigns the id. It may refuse a creation with an id, or overwrite a pet.',
    expected: 'A creation has no field id, also after a pet was read.',
    observe: async (harness) => {
      const mimi = { name: 'Mimi', categoryId: '2', status: 'sold' } as const;
      const pets = [{ id: 7, name: 'Mimi', categoryId: 2, status: 'sold' }] as const;
      const mimiJson = '{"id":8,"name":"Mimi","categoryId":2,"status":"sold"}';
      const session = harness.open({ pets, steps: [step('createPet', textResponse(201, mimiJson)), rexStep] });
      const read = await session.call('listPets');
      if (!('ok' in read)) return notExercised(`The client could not read the pet. ${describeResult(read)}`);
      // The second creation comes after another pet was created.
      return harness.observeEach([mimi, newRex], async (args) => {
        const before = session.requests().length;
        await session.call('createPet', args);
        return judgeRequests(rules.id, session.requests().slice(before));
      });
    },
  },
  {
    case: 46,
    name: 'sends each status',
    level: 'must',
    reference: 'interface document, parts 2 and 4.2',
    clause: 'A client sends a NewPet to add a pet',
    why: 'If a pet is created as sold, but stored without a status, it is offered again.',
    expected: 'A creation with a status has the field status with exactly that value.',
    exchanges: petStatuses.map((status) => {
      const args = { ...newRex, status };
      return { call: ['createPet', args], response: createdResponse(args), expect: sendsStatus(status) };
    }),
  },
  {
    case: 54,
    name: 'sends every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    clause: 'what the pet is called',
    why: 'A name is any text. A name that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The body of the creation, decoded, has exactly the name that the client was given.',
    observe: async (harness) => {
      const creations = ['Rex', ...awkwardNames, ...fewNames].map((name, index) => ({
        ...{ name, categoryId: '1' },
        ...(index > awkwardNames.length && { status: 'sold' }),
      }));
      const session = harness.open({ steps: creations.map((args) => step('createPet', createdResponse(args))) });
      const [first, ...others] = creations;
      const plain = await observe(() => observeName(session, first));
      return plain.kind === 'pass' ? harness.observeEach(others, (args) => observeName(session, args)) : plain;
    },
  },
];

/** Every creation has exactly this category. */
function sendsCategory(categoryId: string): Expectation {
  return {
    judge({ session }) {
      const wrong = session
        .requests('createPet')
        .find((request) => !isInteger(readCreation(request)?.categoryId, categoryId));
      if (wrong === undefined) return pass(`It sent ${categoryId}.`);
      return mismatch(`It sent ${wrong.body ?? 'no body'}.`);
    },
  };
}

/** Every creation has exactly this status. */
function sendsStatus(status: string): Expectation {
  return {
    judge({ session }) {
      const wrong = session.requests('createPet').find((request) => readCreation(request)?.status !== status);
      if (wrong === undefined) return pass(`It sent the status ${status}.`);
      return mismatch(`It sent ${show(wrong.body)}.`);
    },
  };
}

async function observeName(session: CaseSession, args: CallArguments = {}): Promise<Observation> {
  const { name } = args;
  const before = session.requests('createPet').length;
  const result = await session.call('createPet', args, { maySendNothing: true });
  const sent = session.requests('createPet').slice(before);
  const wrong = sent.find((request) => readCreation(request)?.name !== name);
  if (wrong !== undefined) return mismatch(`It sent ${show(wrong.body)}.`);
  // A client that cannot even send a plain name shows nothing with the others.
  if (sent.length === 0 && name === 'Rex') return notExercised(`The client sent nothing. ${describeResult(result)}`);
  if (sent.length === 0) return mismatch(`It sent nothing. ${describeResult(result)}`);
  return pass('It sent every name as it is.');
}

/** Whether a value is the integer with these digits, and not a string of them. */
function isInteger(value: unknown, digits: string): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && String(value) === digits;
}
