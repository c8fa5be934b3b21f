import { authenticationCases } from './cases/authentication-cases.ts';
import { corsCases } from './cases/cors-cases.ts';
import { createCases } from './cases/create-cases.ts';
import { failureCases } from './cases/failure-cases.ts';
import { getCases } from './cases/get-cases.ts';
import { healthCases } from './cases/health-cases.ts';
import { listCases } from './cases/list-cases.ts';
import { pathCases } from './cases/path-cases.ts';
import { precedenceCases } from './cases/precedence-cases.ts';
import type { WireCase } from './wire-case.ts';

/**
 * The interface over HTTP as requests and replies: every response in the interface document, every decision that it leaves open,
 * and the order of errors. The cases are plain data, so that each adapter is tested with all of them.
 */
export const wireCases: readonly WireCase[] = [
  ...listCases,
  ...createCases,
  ...getCases,
  ...authenticationCases,
  ...pathCases,
  ...corsCases,
  ...healthCases,
  ...failureCases,
  ...precedenceCases,
].map(expectNoStore);

/** No cache may keep a response below `/v1`. */
function expectNoStore(wireCase: WireCase): WireCase {
  const { request, expect } = wireCase;
  const isBelow = /^(?:http:\/\/[^/]+)?\/(?:v1|%76%31)(?:[/?]|$)/.test(request.path);
  if (!isBelow) return wireCase;
  return { ...wireCase, expect: { ...expect, headers: { ...expect.headers, 'cache-control': 'no-store' } } };
}
