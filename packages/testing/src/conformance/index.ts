export { clientContract, type ClientCheck } from './client-contract.ts';
export { run, serve, type CommandFailure, type Output } from './command.ts';
export type { CallContext, ClientAnswer, ClientFixture, ClientUnderTest } from './connected-client.ts';
export type { AnswerError, CallArguments, Capability } from './protocol.ts';
export type { CheckReport, Level, Verdict } from './report.ts';
export { parseInvocation, type Invocation, type RunSettings, type ServeSettings } from './settings.ts';
export { usage } from './usage.ts';
