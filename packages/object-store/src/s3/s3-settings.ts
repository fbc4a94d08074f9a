/** Address of an S3 service in path style: `endpoint/bucket/key`. */
export interface S3Settings {
  /** Scheme, host and port only: `http://127.0.0.1:9000`. The host is part of every signature. */
  endpoint: string;
  /** Region in the signature: `us-east-1`. */
  region: string;
}
