import { decodeUtf8, ok, parseJson } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import * as z from 'zod';
import type { CallResult, RawResponse } from '../adapter/protocol.ts';

const integer = z.union([z.int(), z.bigint()]).transform(String);

const petSchema = z.object({ id: integer, name: z.string(), categoryId: integer, status: z.string().optional() });

const errorSchema = z.object({ code: z.string(), message: z.string(), status: z.int() });

/** Reads the JSON of a raw response exactly. Integers become decimal digits. */
export function readResponse(operation: OperationName, { status, ...raw }: RawResponse, method?: 'HEAD'): CallResult {
  const text = 'body' in raw ? ok(raw.body) : decodeUtf8(Buffer.from(raw.base64, 'base64'));
  const json = text.andThen(parseJson).unwrapOr(undefined);
  if (status < 200 || status > 299) return { error: { ...errorSchema.safeParse(json).data, kind: 'api', status } };
  if (method === 'HEAD') return { ok: null };
  const { data } = (operation === 'listPets' ? z.array(petSchema) : petSchema).safeParse(json);
  if (data !== undefined) return { ok: data };
  return { error: { kind: 'decode', message: `The body of the response ${status} is no JSON of ${operation}.` } };
}
