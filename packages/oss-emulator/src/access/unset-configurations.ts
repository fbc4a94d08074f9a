/**
 * Configurations of a bucket that can be read but not set in the emulator: subresource and permission.
 * `operations/unset-configurations.ts` has the responses.
 */
export const UNSET_CONFIGURATIONS = {
  accessmonitor: 'oss:GetBucketAccessMonitor',
  bucketArchiveDirectRead: 'oss:GetBucketArchiveDirectRead',
  cname: 'oss:ListCname',
  cors: 'oss:GetBucketCors',
  encryption: 'oss:GetBucketEncryption',
  httpsConfig: 'oss:GetBucketHttpsConfig',
  inventory: 'oss:GetBucketInventory',
  logging: 'oss:GetBucketLogging',
  policy: 'oss:GetBucketPolicy',
  policyStatus: 'oss:GetBucketPolicyStatus',
  referer: 'oss:GetBucketReferer',
  replication: 'oss:GetBucketReplication',
  requestPayment: 'oss:GetBucketRequestPayment',
  resourceGroup: 'oss:GetBucketResourceGroup',
  tagging: 'oss:GetBucketTagging',
  transferAcceleration: 'oss:GetBucketTransferAcceleration',
  versioning: 'oss:GetBucketVersioning',
  website: 'oss:GetBucketWebsite',
  worm: 'oss:GetBucketWorm',
} as const satisfies Record<string, `oss:${string}`>;

export type UnsetConfiguration = keyof typeof UNSET_CONFIGURATIONS;

export const isUnsetConfiguration = (name: string): name is UnsetConfiguration =>
  Object.hasOwn(UNSET_CONFIGURATIONS, name);
