/** What each fault does, by name. The first four have their names and meanings from WireMock. */
export const faults = {
  EMPTY_RESPONSE: 'Closes the connection without a byte of a response.',
  MALFORMED_RESPONSE_CHUNK:
    'Sends status 200 and a chunked body whose first chunk is garbage, then closes the connection.',
  RANDOM_DATA_THEN_CLOSE: 'Sends random bytes instead of a response, then closes the connection.',
  CONNECTION_RESET_BY_PEER: 'Resets the connection (TCP RST).',
  TRUNCATED_BODY: 'Sends the head with the whole Content-Length and half of the body, then closes the connection.',
  STALL_HEADERS: 'Sends nothing, and keeps the connection open until the client leaves or the test ends.',
  STALL_BODY: 'Sends the head and half of the body, and keeps the connection open.',
  DRIBBLE: 'Sends the body byte by byte, `bodyDelay` apart (10 ms if it is not given).',
  CLOSE_REUSED: 'Closes a connection that had a request before. A request on a fresh connection does not count.',
  RESET_REUSED: 'Resets a connection that had a request before. A request on a fresh connection does not count.',
  PROXY_HTML_502: 'Answers with status 502 and a page of HTML, as a proxy does if its upstream is gone.',
} as const;

/** The name of a fault. */
export type Fault = keyof typeof faults;

/** The faults that send a reply: that of the operation, or the `respond` of the step. */
const sendingReplies: readonly Fault[] = ['TRUNCATED_BODY', 'STALL_BODY', 'DRIBBLE'];

/** Whether a fault sends a reply. If so, a step may also have a `respond`. */
export function sendsReply(fault: Fault | undefined): boolean {
  return fault === undefined || sendingReplies.includes(fault);
}

/** Whether a fault sends half of a body. If so, the reply must have one. */
export function cutsBody(fault: Fault | undefined): boolean {
  return fault === 'TRUNCATED_BODY' || fault === 'STALL_BODY';
}

/** Whether a fault needs a connection that had a request before. */
export function needsReusedConnection(fault: Fault | undefined): boolean {
  return fault === 'CLOSE_REUSED' || fault === 'RESET_REUSED';
}
