export type { CredentialIssuer, IssuedCredentials, TemporaryCredentials } from './credential-issuer.ts';
export type {
  GetOptions,
  LifecycleRule,
  ListPage,
  ObjectInfo,
  ObjectStore,
  PutOptions,
} from './object-store.ts';
export { ObjectStoreError, type ObjectStoreErrorCode } from './object-store-error.ts';
