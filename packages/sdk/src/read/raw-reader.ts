import { ObjectStoreError } from '@agent-home/object-store';
import { partFor } from '../credentials/access.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import type { ReadGrant } from '../credentials/grant.ts';

const timeoutMs = 10_000;

/** Bytes from the bucket, bounded and not yet believed. */
export class RawReader {
  readonly #credentials: CredentialManager;

  constructor(credentials: CredentialManager) {
    this.#credentials = credentials;
  }

  /** @throws ObjectStoreError, AccessDeniedError */
  async get(key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array> {
    try {
      return await this.#attempt(key, grant, maxBytes);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.#attempt(key, grant, maxBytes);
    }
  }

  async #attempt(key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array> {
    const [access] = await this.#credentials.reading(grant);
    if (!access) throw new ObjectStoreError('access_denied', 'no access');
    try {
      return (await partFor(access, key).store.get(key, { maxBytes, timeoutMs })).bytes;
    } catch (error) {
      if (isRefusal(error)) this.#credentials.discard(grant, access);
      throw error;
    }
  }
}

/** What a credential that ended early or was revoked looks like. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ObjectStoreError &&
    (error.code === 'credentials_expired' || error.code === 'access_denied')
  );
}
