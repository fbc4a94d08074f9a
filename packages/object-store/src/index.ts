export { createAliyunBucketProtection } from './aliyun/aliyun-bucket-protection.ts';
export {
  type AliyunCredentialIssuerOptions,
  createAliyunCredentialIssuer,
} from './aliyun/aliyun-credential-issuer.ts';
export { type AliyunObjectStoreOptions, createAliyunObjectStore } from './aliyun/aliyun-object-store.ts';
export type { BucketProtection, OverwriteRule } from './bucket-protection.ts';
export type { CredentialIssuer, IssuedCredentials, TemporaryCredentials } from './credential-issuer.ts';
export { isUsableKey } from './object-key.ts';
export type {
  ExpectedObject,
  GetOptions,
  LifecycleRule,
  ListedObject,
  ListPage,
  ObjectInfo,
  ObjectStore,
  PutOptions,
} from './object-store.ts';
export { ObjectStoreError, type ObjectStoreErrorCode } from './object-store-error.ts';
export { sessionSeconds } from './port/session-seconds.ts';
export type { RetryOptions } from './retry.ts';
export { createS3CredentialIssuer, type S3CredentialIssuerOptions } from './s3/s3-credential-issuer.ts';
export { createS3ObjectStore, type S3ObjectStoreOptions } from './s3/s3-object-store.ts';
export type { CredentialSource, StoreCredentials } from './store-credentials.ts';
