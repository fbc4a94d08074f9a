/** Address of an S3 service in path style: `endpoint/bucket/key`. */
export interface S3Settings {
  /** With scheme, host and port, nothing else: `http://127.0.0.1:9000`. Its host is part of every signature. */
  endpoint: string;
  /** Region in the signature: `us-east-1`. */
  region: string;
}
