export { createTestFetch, type TestFetch } from './create-test-fetch.ts';
export type { Fault } from './faults.ts';
export type { RecordedRequest } from './journal.ts';
export type { RawPiece, RawResponse } from './raw-response.ts';
export type { RequestMatch } from './request-match.ts';
export type { ScriptedResponse, ScriptStep } from './script-step.ts';
export { startSessionServer, type SessionServer } from './start-session-server.ts';
export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';
export type { TestControls, TestStoreOptions } from './test-store.ts';
