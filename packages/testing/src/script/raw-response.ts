import { isBytes, maxTimeout } from '@petstore/core';
import * as z from 'zod/mini';
import { integer, mustBe, oneOf, strictObject } from '../schema-messages.ts';

/** A response that is written byte for byte, head included. The connection takes no further request. */
export interface RawResponse {
  /** The pieces in order: 1 to 10,000. */
  readonly pieces: readonly RawPiece[];
  /** The delay before each piece but the first, in milliseconds; 0 by default. */
  readonly gap?: number | undefined;
  /**
   * How the connection ends: `close` (TCP FIN), the default; `reset` (TCP RST); or `stall`, which keeps it open until the client
   * leaves or the test ends.
   */
  readonly end?: 'close' | 'reset' | 'stall' | undefined;
}

/** A string, which is written as UTF-8, or bytes. As JSON, bytes are `{ "base64": "/w==" }`. */
export type RawPiece = string | Uint8Array | { readonly base64: string };

/** Copies a piece into bytes: the caller may change it later. Returns `undefined` if it is not valid. */
function toBytes(piece: unknown): Uint8Array | undefined {
  if (typeof piece === 'string') return Buffer.from(piece);
  if (isBytes(piece)) return Uint8Array.from(piece);
  if (typeof piece !== 'object' || piece === null || Object.keys(piece).join() !== 'base64') return undefined;
  const { base64 } = piece as { readonly base64: unknown };
  if (typeof base64 !== 'string' || base64.length % 4 !== 0 || !/^[\w+/-]*={0,2}$/.test(base64)) return undefined;
  return Buffer.from(base64, 'base64');
}

const pieceSchema = z.pipe(
  z.custom<RawPiece>((piece) => toBytes(piece) !== undefined, {
    error: mustBe('a string, a Uint8Array, or { "base64": "…" }'),
  }),
  z.transform((piece) => toBytes(piece) as Uint8Array),
);

export interface CheckedRawResponse {
  readonly pieces: readonly Uint8Array[];
  readonly gap: number;
  readonly end: 'close' | 'reset' | 'stall';
  /** The status that the recorded request shows; only a fault has one. */
  readonly status?: number;
}

/** The schema of a `RawResponse`, with the defaults. It has an explicit type: TypeScript before 5.7 cannot read the inferred one. */
export const rawResponseSchema: z.ZodMiniType<CheckedRawResponse> = strictObject({
  pieces: z
    .array(pieceSchema, { error: mustBe('a list of 1 to 10000 pieces') })
    .check(z.minLength(1), z.maxLength(10_000, { error: 'must have at most 10000 pieces' })),
  gap: z._default(integer(0, maxTimeout), 0),
  end: z._default(oneOf(['close', 'reset', 'stall']), 'close'),
});
