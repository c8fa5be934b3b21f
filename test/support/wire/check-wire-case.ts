import { parseJson, stringifyJson } from '@petstore/core';
import type { ExpectedError, Send, WireCase, WireReply } from './wire-case.ts';
import { failureSecret } from './wire-store.ts';

/** The header fields of the transport. Content-Length is checked separately. */
const framing = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Sends the request of a case. It rejects with the difference if the reply is not exactly the expected one. */
export async function checkWireCase({ request, expect }: WireCase, send: Send): Promise<void> {
  const reply = await send(request);
  const { status, headers, body } = reply;
  const described = `The reply was ${stringifyJson(reply)}.`;

  expectThat(status === expect.status, `The status is not ${expect.status}. ${described}`);
  expectThat(
    describeHeaders(headers) === describeHeaders(expect.headers),
    `The headers are not ${describeHeaders(expect.headers)}. ${described}`,
  );
  const length = headers['content-length'];
  if (status === 204) expectThat(length === undefined, `A reply without content has a Content-Length. ${described}`);
  else if (request.method !== 'HEAD') {
    expectThat(length === String(new TextEncoder().encode(body).length), `The Content-Length is wrong. ${described}`);
  }
  expectThat(!described.includes(failureSecret), `The reply reveals the cause. ${described}`);
  if (typeof expect.body === 'string') expectThat(body === expect.body, `The body is not ${expect.body}. ${described}`);
  else expectError(reply, expect.body, described);
}

function expectError({ status, body }: WireReply, { code, mentions }: ExpectedError, described: string): void {
  const error = parseJson(body).unwrapOr(undefined) as Record<string, unknown> | undefined;
  const { message } = error ?? {};
  expectThat(Object.keys(error ?? {}).join() === 'code,message,status', `The body is not an Error. ${described}`);
  expectThat(error?.code === code, `The code is not ${code}. ${described}`);
  expectThat(error.status === status, `The statuses differ. ${described}`);
  expectThat(
    typeof message === 'string' && message.includes(mentions),
    `The message does not mention "${mentions}". ${described}`,
  );
}

function describeHeaders(headers: Readonly<Record<string, string>>): string {
  return stringifyJson(
    Object.entries(headers)
      .filter(([name]) => !framing.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
