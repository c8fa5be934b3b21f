import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyError } from './reply.ts';
import { statusOf, type WireErrorCode } from './wire-error.ts';

test('an Error body is written with the bytes that JSON.stringify gives for it', () => {
  const code = fc.constantFrom(...(Object.keys(statusOf) as WireErrorCode[]));
  fc.assert(
    fc.property(code, fc.string({ unit: 'binary' }), (errorCode, message) => {
      const error = { code: errorCode, message, status: statusOf[errorCode] };
      expect(stringifyError(error)).toBe(JSON.stringify(error));
    }),
  );
});
