import { unwrap } from '@petstore/core';
import { parseJson } from '../src/json.ts';

/** Sixteen digits anywhere, even in a string, make `parseJson` use the lossless parser. */
export const sixteenDigits = '"0000000000000000"';

/** Reads a JSON text, with the parser that `parseJson` chooses. */
export function parse(text: string): unknown {
  return unwrap(parseJson(text));
}

/** Reads a JSON text with the lossless parser. */
export function parseLosslessly(text: string): unknown {
  return (parse(`[${text}, ${sixteenDigits}]`) as readonly unknown[])[0];
}
