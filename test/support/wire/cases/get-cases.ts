import { wirePetTexts, type WireCase } from '../wire-case.ts';
import { authorized, error, sunset } from './parts.ts';

const [rex, mimi, bella] = wirePetTexts;

const absent = [
  ...['4', '0', '-1', '9007199254740993', '9223372036854775807', '9223372036854775808', '9'.repeat(400)],
  ...['abc', '007', '+1', '1.5', '1.0', '1e0', '0x1', '-0', '1%20', '%201', '1%00', '%', '%ff', '1%2F', '__proto__'],
];

/** Replies to `GET /v1/pets/{petId}` (docs/interface.md, part 4.3). */
export const getCases: readonly WireCase[] = [
  ...[rex, mimi, bella].map((pet, i): WireCase => ({
    name: `the pet ${i + 1} is found by its id, with every integer exact`,
    request: authorized('GET', `/v1/pets/${i + 1}`),
    expect: { status: 200, headers: sunset, body: pet },
  })),
  {
    name: 'a petId may be percent-encoded, and a query is ignored',
    request: authorized('GET', '/v1/pets/%31?limit=0&status=lost'),
    expect: { status: 200, headers: sunset, body: rex },
  },
  {
    name: 'HEAD of a pet is answered like GET, without a body',
    request: authorized('HEAD', '/v1/pets/1'),
    expect: { status: 200, headers: sunset, body: '' },
  },
  {
    name: 'HEAD of a missing pet has the status of GET, without a body',
    request: authorized('HEAD', '/v1/pets/4'),
    expect: { status: 404, headers: sunset, body: '' },
  },
  {
    name: 'the date of deprecation is sent if it is known',
    setup: { deprecatedSince: { getPet: new Date('2026-01-02T03:04:05.678Z') } },
    request: authorized('GET', '/v1/pets/1'),
    expect: { status: 200, headers: { ...sunset, deprecation: '@1767323045' }, body: rex },
  },
  ...absent.map((petId): WireCase => ({
    name: `the petId ${petId.length > 40 ? `of ${petId.length} digits` : petId} is not found`,
    request: authorized('GET', `/v1/pets/${petId}`),
    expect: error(404, 'not_found', 'id', sunset),
  })),
];
