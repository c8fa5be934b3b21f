export { defaultStartTimeout } from './adapter/adapter-process.ts';
export { clientContract, type ClientCheck } from './run/client-contract.ts';
export { defaultJobs, run, type Output, type RunSettings } from './run/command.ts';
export type { CallContext, ClientFixture, ClientUnderTest } from './adapter/client-fixture.ts';
export type { AnswerError, CallArguments, Capability, ClientResult } from './adapter/protocol.ts';
export type { Level } from './player/conformance-case.ts';
export type { CheckReport, Verdict } from './report/report.ts';
export { caseNumbers } from './cases/cases.ts';
