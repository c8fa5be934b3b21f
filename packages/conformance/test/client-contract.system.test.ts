// The conformance run for clients of the same process, over @petstore/client.
import { createClient, type ClientError, type PetStoreClient } from '@petstore/client';
import {
  parseInt64,
  type InvalidRequest,
  type NotFound,
  type Pet,
  type PetStatus,
  type ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { clientContract, type ClientResult, type ClientFixture } from '../src/index.ts';

describe('@petstore/client passes the conformance run', () => {
  const capabilities = ['timeout', 'gzip', 'concurrent'] as const;
  const unsupported = [2, 39, 41, 42, 44, 60, 62, 76, 78, 79, 80, 85]; // text ids, redirects, HEAD, no key, repetitions
  const warnings = [61]; // its codes are those of the store in this project, and not any that a server may send
  // It repeats no GET. A status that it does not know is an invalid response: that of a pet, and that of HTTP.
  const notes = [14, 38, 73];

  test.for(clientContract)('$name', async (check) => {
    const { verdict } = await check.run({ connect: connectClient, capabilities });
    const expected = { not_supported: unsupported, warn: warnings, note: notes };
    const [wanted = 'pass'] = Object.entries(expected).find(([, numbers]) => numbers.includes(check.case)) ?? [];
    expect(verdict).toBe(wanted);
  });
});

describe('a check', () => {
  const { run } = clientContract.find((check) => check.case === 24) ?? expect.unreachable();

  test('says that an integer must be decimal digits if it gets a bigint', async () => {
    const reads = clientContract.find((check) => check.case === 11) ?? expect.unreachable();
    const connect: ClientFixture['connect'] = ({ baseUrl, apiKey }) => ({
      async listPets() {
        await (await fetch(`${baseUrl}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } })).text();
        return { ok: [{ id: 1n, name: 'Rex', categoryId: 1n }] };
      },
    });
    await expect(reads.run({ connect })).rejects.toThrow(/integers must be decimal digits in a string/);
  });

  test('rejects with what was expected and seen, and the log, if the client deviates from a MUST', async () => {
    const connect: ClientFixture['connect'] = (options) => {
      const client = connectClient(options);
      const createPet: typeof client.createPet = async (...args) => {
        await client.createPet(...args);
        return { error: { kind: 'api', status: 400 } };
      };
      return { ...client, createPet };
    };
    await expect(run({ connect })).rejects.toThrow(/Expected: .*\nSeen: /);
  });

  test('rejects once for a client without any operation', async () => {
    const outcomes = await Promise.allSettled(clientContract.map((check) => check.run({ connect: () => ({}) })));
    const rejected = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejected).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringContaining('no operation') as string }) as Error,
      },
    ]);
  });

  test('does not reject for a client with one operation because of the others', async () => {
    const first = clientContract[0] ?? expect.unreachable();
    const connect: ClientFixture['connect'] = (options) => ({ getPet: connectClient(options).getPet });
    await expect(first.run({ connect })).resolves.toMatchObject({ verdict: 'pass' });
  });

  test('says that an operation which the client does not have is not supported', async () => {
    await expect(run({ connect: () => ({}) })).resolves.toMatchObject({ verdict: 'not_supported' });
  });
});

/** Makes a client for each call, because the deadline of each call is an option of the client. */
function connectClient({ baseUrl, apiKey = '' }: { readonly baseUrl: string; readonly apiKey?: string }) {
  const makeClient = (timeout: number): PetStoreClient => createClient({ baseUrl, apiKey, timeout });
  return {
    listPets: ({ limit, status }, { timeout }) =>
      toClientResult(
        makeClient(timeout).listPets({
          ...(limit !== undefined && { limit: Number(limit) }),
          ...(status !== undefined && { status: status as PetStatus }),
        }),
      ),
    createPet: ({ name = '', categoryId = '', status }, { timeout }) =>
      toClientResult(
        makeClient(timeout).createPet({
          name,
          categoryId: parseInt64(categoryId) ?? 0,
          ...(status !== undefined && { status: status as PetStatus }),
        }),
      ),
    getPet: (petId, { timeout }) => toClientResult(makeClient(timeout).getPet(parseInt64(petId) ?? 0)),
  } satisfies Awaited<ReturnType<ClientFixture['connect']>>;
}

async function toClientResult(
  call: ResultAsync<Pet | readonly Pet[], InvalidRequest | NotFound | StorageFailure | ClientError>,
): Promise<ClientResult> {
  return call.match(
    (value) => ({ ok: Array.isArray(value) ? value.map(decoded) : decoded(value as Pet) }),
    (error): ClientResult => {
      const { code, message } = error;
      switch (code) {
        case 'transport_failure':
          return {
            error: { kind: 'transport', outcome: error.outcome === 'not_created' ? 'not_sent' : 'unknown', message },
          };
        case 'timeout':
          return { error: { kind: 'timeout', message } };
        case 'invalid_response':
          if (error.status < 400) return { error: { kind: 'decode', message } };
          return { error: { kind: 'api', status: error.status, message } };
        default:
          return { error: { kind: 'api', status: error.status, code, message } };
      }
    },
  );
}

function decoded(pet: Pet) {
  return { ...pet, id: String(pet.id), categoryId: String(pet.categoryId) };
}
