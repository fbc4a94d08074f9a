// Bucket access for agents, without the vendors' clients.
export type { ExpectedObject, GetOptions, ObjectInfo, PutOptions } from '../port/object-store.ts';
export { ObjectStoreError, type ObjectStoreErrorCode } from '../port/object-store-error.ts';
export { sessionSeconds } from '../port/session-seconds.ts';
export type { CredentialSource, StoreCredentials } from '../port/store-credentials.ts';
export {
  type AgentStore,
  type AgentStoreOptions,
  createAgentStore,
} from './agent-store.ts';
export type { AgentStorePlace } from './agent-store-place.ts';
