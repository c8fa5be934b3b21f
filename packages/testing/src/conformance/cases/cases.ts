import type { ConformanceCase } from '../conformance-case.ts';
import { decodingCases } from './decoding.ts';
import { errorCases } from './errors.ts';
import { sendingCases } from './sending.ts';
import { transportCases } from './transport.ts';

/** Every case, in the order of their numbers. */
export const cases: readonly ConformanceCase[] = [...sendingCases, ...decodingCases, ...errorCases, ...transportCases];
