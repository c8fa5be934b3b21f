export { createTestFetch, type TestFetch } from './create-test-fetch.ts';
export type { Fault } from './faults.ts';
export type { RecordedRequest } from './journal.ts';
export type { ScriptedResponse, ScriptStep } from './script-step.ts';
export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';
export type { TestControls, TestStoreOptions } from './test-store.ts';
