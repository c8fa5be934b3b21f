export { checkWireCase } from './check-wire-case.ts';
export { documentedReply } from './documented-reply.ts';
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
export { wireStore } from './wire-store.ts';
export { fetchSend, toRequest } from './fetch-send.ts';
