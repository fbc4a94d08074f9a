/** Where a home's bucket is, as its answer to a request for credentials says. */
export interface AgentStorePlace {
  kind: 'aliyun' | 's3';
  /** With scheme. On S3 its host is part of every signature. */
  endpoint: string;
  /** As in the signature: `cn-hangzhou`, `us-east-1`. */
  region: string;
  bucket: string;
  /** On OSS, `/bucket/key` instead of `bucket.host/key`: for emulators and fixed host names. S3 is always asked so. */
  pathStyle?: boolean;
}
