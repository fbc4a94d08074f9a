/** Address of a home's bucket, from a response to a request for credentials. */
export interface AgentStorePlace {
  kind: 'aliyun' | 's3';
  /** URL with its scheme. On S3 its host is part of every signature. */
  endpoint: string;
  /** Region in the signature: `cn-hangzhou`, `us-east-1`. */
  region: string;
  bucket: string;
  /** Uses `/bucket/key` instead of `bucket.host/key` on OSS: for emulators and fixed host names. S3 always does. */
  pathStyle?: boolean;
}
