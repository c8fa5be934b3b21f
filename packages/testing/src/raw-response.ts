import { setTimeout } from '@petstore/http-node/internal';
import type { Socket } from 'node:net';
import type { Pause } from './pauses.ts';

/** A response that is written byte for byte, head included, past node:http. Its connection takes no further request. */
export interface RawResponse {
  /** What is written, in order. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** How long to wait before each piece but the first, in milliseconds; 0 by default. */
  readonly gap?: number;
  /** What becomes of the connection then: FIN, RST, or nothing until the client leaves or the test ends. */
  readonly end: 'close' | 'reset' | 'stall';
}

/** Writes a response to a connection. */
export async function sendRaw(socket: Socket, { pieces, gap = 0, end }: RawResponse, pause: Pause): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    // It goes on for a client that has closed its half, which a pause takes for gone.
    if (index > 0 && gap > 0) await new Promise((resolve) => setTimeout(resolve, gap));
    if (socket.destroyed) return;
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  if (end === 'stall') await pause();
  if (end === 'reset') socket.resetAndDestroy();
  else socket.end(() => socket.destroy());
}
