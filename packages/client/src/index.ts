export { createClient, type PetStoreClient } from './client.ts';
export type { ClientError, InvalidResponse, Timeout, TransportFailure, Unauthorized } from './client-error.ts';
export type { CallOptions, ClientOptions, Fetch } from './client-options.ts';
