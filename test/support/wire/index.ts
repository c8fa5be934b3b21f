export { checkWireCase } from './check-wire-case.ts';
export { checkDocumentedReply } from './documented-reply.ts';
export {
  wireKey,
  wirePets,
  type ExpectedError,
  type ExpectedReply,
  type Send,
  type WireCase,
  type WireReply,
  type WireRequest,
  type WireSetup,
} from './wire-case.ts';
export { wireCases } from './wire-cases.ts';
export { createWireOptions } from './wire-store.ts';
export { createFetchSend, toRequest } from './fetch-send.ts';
