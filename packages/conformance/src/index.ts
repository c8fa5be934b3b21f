export { defaultStartTimeout } from './adapter-process.ts';
export { clientContract, type ClientCheck } from './client-contract.ts';
export { run, serve, type CommandFailure, type Output } from './command.ts';
export type { CallContext, ClientAnswer, ClientFixture, ClientUnderTest } from './client-fixture.ts';
export type { AnswerError, CallArguments, Capability } from './protocol.ts';
export type { CheckReport, Level, Verdict } from './report.ts';
export { newestSet, sets } from './sets.ts';
export type { CommonSettings, RunSettings, ServeSettings } from './settings.ts';
