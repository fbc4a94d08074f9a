import {
  canonicalJson,
  encodeBase64Url,
  type JsonObject,
  type KeyPurpose,
  keyPurposeSchema,
  platformKeysSchema,
  type RootSet,
  type Signer,
  signAsRoot,
  signerOf,
  VerificationError,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { KeysError } from './keys-error.ts';
import { signingKey } from './signing-key.ts';

/** Maximum keys of a list that readers accept. */
const mostKeys = 64;

export interface RotatedKeys {
  /** Exact text of the new `platform/keys.json`. */
  keysDocument: string;
  version: number;
  /** Seeds as base64url. */
  signingSecrets: Record<KeyPurpose, string>;
  newKeyIds: string[];
  retiredKeyIds: string[];
  /** RFC 3339. Signatures of the retired keys after this time are rejected. */
  retireAt: string;
}

/**
 * Creates a key list with a new key for each purpose. The old keys retire after an overlap, so that processes
 * which were not restarted can continue; earlier signatures stay valid.
 * @throws KeysError if these are not the home's root keys, or the list is full
 */
export function rotateHomeKeys(
  home: { keysDocument: string; pinned: RootSet; roots: readonly Signer[] },
  {
    now,
    overlapMs,
    randomBytes,
  }: { now: Date; overlapMs: number; randomBytes: (length: number) => Uint8Array },
): RotatedKeys {
  const { signatures: _, ...current } = platformKeysSchema.parse(JSON.parse(home.keysDocument));
  const secrets = { registry: randomBytes(32), timestamp: randomBytes(32) };
  const signers = { registry: signerOf(secrets.registry), timestamp: signerOf(secrets.timestamp) };
  const retireAt = new Date(now.getTime() + overlapMs).toISOString();
  const retiring = new Set(
    current.keys
      .filter((key) => !key.revoked && Date.parse(key.valid_until) > Date.parse(retireAt))
      .map((key) => key.key_id),
  );
  const keys = [
    ...current.keys.map((key) =>
      retiring.has(key.key_id) ? { ...key, revoked: { reason: 'retired', at: retireAt } } : key,
    ),
    ...keyPurposeSchema.options.map((purpose) => signingKey(purpose, signers[purpose], now)),
  ];
  if (keys.length > mostKeys)
    throw new KeysError(
      'too_many_keys',
      `a list of ${keys.length} keys would be refused; ${mostKeys} is most`,
    );
  const version = current.version + 1;
  const document = { ...current, version, issued_at: now.toISOString(), keys } as JsonObject;
  const keysDocument = canonicalJson(signAsRoot(document, home.roots));
  requireTrusted(keysDocument, home.pinned);
  return {
    keysDocument,
    version,
    signingSecrets: {
      registry: encodeBase64Url(secrets.registry),
      timestamp: encodeBase64Url(secrets.timestamp),
    },
    newKeyIds: keyPurposeSchema.options.map((purpose) => signers[purpose].keyId),
    retiredKeyIds: [...retiring],
    retireAt,
  };
}

/** Verifies the new list as readers do: if they rejected it, they would trust no object of the home. */
function requireTrusted(keysDocument: string, pinned: RootSet): void {
  try {
    verifyPlatformKeys({ bytes: new TextEncoder().encode(keysDocument), pinned, seen: undefined });
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new KeysError(
      'not_its_root_keys',
      `the root keys do not fit the key list (${error.code}); use the root keys of this home`,
    );
  }
}
