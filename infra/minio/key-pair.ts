/** A permanent user of the store. */
export interface KeyPair {
  accessKeyId: string;
  accessKeySecret: string;
}
