import { randomBytes } from 'node:crypto';
import type { CheckedRawResponse } from './raw-response.ts';

/** The faults. docs/wrong-on-purpose.md says what each does. The first four have their names and meanings from WireMock. */
export const faults = [
  'EMPTY_RESPONSE',
  'MALFORMED_RESPONSE_CHUNK',
  'RANDOM_DATA_THEN_CLOSE',
  'CONNECTION_RESET_BY_PEER',
  'TRUNCATED_BODY',
  'STALL_HEADERS',
  'STALL_BODY',
  'DRIBBLE',
  'CLOSE_REUSED',
  'RESET_REUSED',
  'PROXY_HTML_502',
] as const;

/** The name of a fault. */
export type Fault = (typeof faults)[number];

/** Whether a fault sends a response: that of the operation, or the `respond` of the step. */
export function sendsResponse(fault: Fault | undefined): boolean {
  return fault === undefined || fault === 'DRIBBLE' || cutsBody(fault);
}

const close: CheckedRawResponse = { pieces: [], gap: 0, end: 'close' };
const malformedChunk =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nThis is no chunk.\r\n';

/** What the other faults write in place of a response. */
export const rawFaults: Readonly<Partial<Record<Fault, CheckedRawResponse>>> = {
  EMPTY_RESPONSE: close,
  CLOSE_REUSED: close,
  RANDOM_DATA_THEN_CLOSE: { ...close, pieces: [randomBytes(64)] },
  MALFORMED_RESPONSE_CHUNK: { ...close, pieces: [Buffer.from(malformedChunk)], status: 200 },
  CONNECTION_RESET_BY_PEER: { ...close, end: 'reset' },
  RESET_REUSED: { ...close, end: 'reset' },
  STALL_HEADERS: { ...close, end: 'stall' },
};

/** Whether a fault sends half of a body. If so, the response must have one. */
export function cutsBody(fault: Fault | undefined): boolean {
  return fault === 'TRUNCATED_BODY' || fault === 'STALL_BODY';
}

/** Whether a fault needs a connection that had a request before. */
export function needsReusedConnection(fault: Fault | undefined): boolean {
  return fault === 'CLOSE_REUSED' || fault === 'RESET_REUSED';
}
