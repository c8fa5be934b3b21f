import { authenticationCases } from './cases/authentication-cases.ts';
import { corsCases } from './cases/cors-cases.ts';
import { createCases } from './cases/create-cases.ts';
import { failureCases } from './cases/failure-cases.ts';
import { getCases } from './cases/get-cases.ts';
import { listCases } from './cases/list-cases.ts';
import { pathCases } from './cases/path-cases.ts';
import { precedenceCases } from './cases/precedence-cases.ts';
import type { WireCase } from './wire-case.ts';

/**
 * The interface on the wire, request by request: every response that the interface names, every decision where it
 * is silent, and which of two faults is answered. Each case is plain data, so that every adapter can be held against all.
 */
export const wireCases: readonly WireCase[] = [
  ...listCases,
  ...createCases,
  ...getCases,
  ...authenticationCases,
  ...pathCases,
  ...corsCases,
  ...failureCases,
  ...precedenceCases,
];
