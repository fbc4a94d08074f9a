export { createAliyunBucketProtection } from './aliyun/aliyun-bucket-protection.ts';
export {
  type AliyunCredentialIssuerOptions,
  createAliyunCredentialIssuer,
} from './aliyun/aliyun-credential-issuer.ts';
export { type AliyunObjectStoreOptions, createAliyunObjectStore } from './aliyun/aliyun-object-store.ts';
export type { BucketProtection, OverwriteRule } from './port/bucket-protection.ts';
export type { CredentialIssuer, IssuedCredentials, TemporaryCredentials } from './port/credential-issuer.ts';
export type {
  ExpectedObject,
  GetOptions,
  LifecycleRule,
  ListedObject,
  ListPage,
  ObjectInfo,
  ObjectStore,
  PutOptions,
} from './port/object-store.ts';
export { ObjectStoreError, type ObjectStoreErrorCode } from './port/object-store-error.ts';
export { sessionSeconds } from './port/session-seconds.ts';
export type { CredentialSource, StoreCredentials } from './port/store-credentials.ts';
export { isUsableKey } from './requests/object-key.ts';
export { createS3CredentialIssuer, type S3CredentialIssuerOptions } from './s3/s3-credential-issuer.ts';
export { createS3ObjectStore, type S3ObjectStoreOptions } from './s3/s3-object-store.ts';
export type { RetryOptions } from './transport/retry.ts';
