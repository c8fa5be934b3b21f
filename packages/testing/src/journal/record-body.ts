import { decodeUtf8, parseJson } from '@petstore/core';
import { type HttpRequest } from '@petstore/http';
import type { JournalUpdate } from './journal.ts';

/** Makes a request that adds its body to the journal once it is read. The body can be read several times. */
export function recordBody(request: HttpRequest, addToJournal: (update: JournalUpdate) => void): HttpRequest {
  let read: ReturnType<HttpRequest['readBody']> | undefined;
  return {
    method: request.method,
    target: request.target,
    get hasBody() {
      return request.hasBody;
    },
    get baseUrl() {
      return request.baseUrl;
    },
    headers: request.headers,
    readBody: (limit) =>
      (read ??= request.readBody(limit).then((body) => {
        if (body.isOk() && request.hasBody) addToJournal({ body: body.value });
        return body;
      })),
  };
}

/** Reads a body and decodes it as the store does; `undefined` if it is not JSON. */
export async function readJson(request: HttpRequest, maxBodyBytes: number): Promise<unknown> {
  const body = await request.readBody(maxBodyBytes);
  return body.andThen(decodeUtf8).andThen(parseJson).unwrapOr(undefined);
}
