import { ObjectStoreError } from '@agent-home/object-store/agent';
import { partFor } from '../credentials/access.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import type { ReadGrant } from '../shared/grant.ts';

const timeoutMs = 10_000;

type Reading = 'get' | 'getUploaded';

/** Source of limited, untrusted bytes. */
export interface ByteSource {
  /** @throws ObjectStoreError, AccessDeniedError */
  get(key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array>;
}

/** Reads from the bucket with an agent's credentials. */
export class RawReader implements ByteSource {
  readonly #credentials: CredentialManager;

  constructor(credentials: CredentialManager) {
    this.#credentials = credentials;
  }

  /**
   * Reads plain objects only. A link is resolved with its reader's rights, so another agent could make this one read an object that
   * the other may not read.
   * @throws ObjectStoreError, AccessDeniedError
   */
  get(key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array> {
    return this.#twice('get', key, grant, maxBytes);
  }

  /**
   * Reads an artifact, which may be a multipart upload.
   * @throws ObjectStoreError, AccessDeniedError
   */
  getUploaded(key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array> {
    return this.#twice('getUploaded', key, grant, maxBytes);
  }

  async #twice(how: Reading, key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array> {
    try {
      return await this.#attempt(how, key, grant, maxBytes);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.#attempt(how, key, grant, maxBytes);
    }
  }

  async #attempt(how: Reading, key: string, grant: ReadGrant, maxBytes: number): Promise<Uint8Array> {
    const [access] = await this.#credentials.reading(grant);
    if (!access) throw new ObjectStoreError('access_denied', 'no access');
    try {
      return (await partFor(access, key).store[how](key, { maxBytes, timeoutMs })).bytes;
    } catch (error) {
      if (isRefusal(error)) this.#credentials.discard(grant, access);
      throw error;
    }
  }
}

/** Returns true for errors of a credential that ended early or was revoked. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ObjectStoreError &&
    (error.code === 'credentials_expired' || error.code === 'access_denied')
  );
}
