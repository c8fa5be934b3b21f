export { checkWireCase } from './check-wire-case.ts';
export { createPetStoreClient } from './pet-store-client.ts';
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
export { wireGate } from './wire-gate.ts';
