/** A permanent key or, with `securityToken`, a temporary one. The secret and the token are secrets. */
export interface StoreCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
  /** Lets an expired credential be told from a refused one, which OSS answers alike. */
  expiration?: Date;
}

/** Fixed, or asked for before each request, so that rotation is the caller's: it should answer from memory. */
export type CredentialSource = StoreCredentials | (() => Promise<StoreCredentials>);
