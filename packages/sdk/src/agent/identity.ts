import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';

/** Key pair of an agent. A holder of the secret key acts as the agent. */
export interface Identity {
  /** The 32-byte seed of RFC 8032: a secret. */
  secretKey: Uint8Array;
  /** base64url, as registered with the home. */
  publicKey: string;
  keyId: string;
}

export function getIdentity(secretKey: Uint8Array): Identity {
  const { publicKey, keyId } = signerOf(secretKey);
  return { secretKey, publicKey, keyId };
}

/** Creates a random key pair. */
export function createIdentity(): Identity {
  return getIdentity(randomBytes(32));
}
