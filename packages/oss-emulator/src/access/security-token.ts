import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';

/** Content of a temporary credential, sealed into its token, because the emulator stores no sessions. */
const sessionSchema = z.object({
  accessKeyId: z.string(),
  roleArn: z.string(),
  sessionName: z.string(),
  sessionPolicy: z.string().optional(),
  /** Milliseconds. */
  expiresAt: z.number(),
});
type SessionClaims = z.infer<typeof sessionSchema>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_CLAIMS_BYTES = 64 * 1024;

/** Seals and opens security tokens with keys derived from one 32-byte master key. */
export interface SecurityTokens {
  seal(claims: SessionClaims): string;
  /** Returns `undefined` for anything that this key did not seal. Does not check the expiry. */
  open(token: string): SessionClaims | undefined;
  /** Returns the secret of a temporary access key id. */
  getSecret(accessKeyId: string): string;
}

export function createSecurityTokens(masterKey: Uint8Array): SecurityTokens {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  const sealingKey = derive('security-token');
  const secretKey = derive('access-key-secret');

  return {
    seal(claims) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const body = Buffer.concat([
        cipher.update(deflateRawSync(Buffer.from(JSON.stringify(claims)))),
        cipher.final(),
      ]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },

    open(token) {
      const sealed = Buffer.from(token, 'base64');
      // Re-encoding must give the same text: two spellings of one token would defeat comparing tokens.
      if (sealed.length <= NONCE_BYTES + TAG_BYTES || sealed.toString('base64') !== token) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const body = Buffer.concat([
          decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        const text = inflateRawSync(body, { maxOutputLength: MAX_CLAIMS_BYTES }).toString();
        return sessionSchema.parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },

    getSecret: (accessKeyId) =>
      createHmac('sha256', secretKey).update(accessKeyId).digest('base64url').slice(0, 43),
  };
}
