/** A permanent key or, with `securityToken`, a temporary one. The secret and the token are secrets. */
export interface StoreCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
  /** Distinguishes an expired credential from a refused one, for which stores respond alike. */
  expiration?: Date;
}

/**
 * Fixed credentials, or a function called before each request, so that the caller rotates them; it should
 * return from memory.
 */
export type CredentialSource = StoreCredentials | (() => Promise<StoreCredentials>);

/** Time before its expiry from which an unknown credential counts as expired, because clocks differ. */
const EXPIRY_MARGIN_MS = 60_000;

export async function currentCredentials(source: CredentialSource): Promise<StoreCredentials> {
  return typeof source === 'function' ? source() : source;
}

/** Returns false for permanent keys and for an unknown expiration. `now` is in milliseconds since 1970. */
export function hasExpired({ securityToken, expiration }: StoreCredentials, now: number): boolean {
  if (securityToken === undefined || expiration === undefined) return false;
  return now >= expiration.getTime() - EXPIRY_MARGIN_MS;
}
