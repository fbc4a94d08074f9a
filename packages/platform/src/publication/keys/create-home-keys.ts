import {
  canonicalJson,
  encodeBase64Url,
  type KeyPurpose,
  type RootSet,
  signAsRoot,
  signerOf,
} from '@agent-home/protocol';
import { signingKey } from './signing-key.ts';

/** Keys from which all trust in a home is derived. In production, `rootSecrets` are kept on another machine. */
interface HomeKeys {
  rootSet: RootSet;
  /** Exact text of `platform/keys.json`. */
  keysDocument: string;
  /** Seeds as base64url. */
  rootSecrets: string[];
  signingSecrets: Record<KeyPurpose, string>;
}

/** Creates a root set of one key and the two online signing keys, which the root signs. */
export function createHomeKeys(
  issuer: string,
  now: Date,
  randomBytes: (length: number) => Uint8Array,
): HomeKeys {
  const rootSecret = randomBytes(32);
  const root = signerOf(rootSecret);
  const secrets = { registry: randomBytes(32), timestamp: randomBytes(32) };
  const rootSet = signAsRoot(
    {
      kind: 'platform_root_set',
      version: 1,
      threshold: 1,
      keys: [{ key_id: root.keyId, public_key: root.publicKey }],
      signatures: [],
    },
    [root],
  );
  const document = signAsRoot(
    {
      kind: 'platform_keys',
      schema_version: 1,
      issuer,
      version: 1,
      issued_at: now.toISOString(),
      root_sets: [rootSet],
      keys: [
        signingKey('registry', signerOf(secrets.registry), now),
        signingKey('timestamp', signerOf(secrets.timestamp), now),
      ],
      signatures: [],
    },
    [root],
  );
  return {
    // Created above from the schema’s own fields; `certify` returns JSON.
    rootSet: rootSet as unknown as RootSet,
    keysDocument: canonicalJson(document),
    rootSecrets: [encodeBase64Url(rootSecret)],
    signingSecrets: {
      registry: encodeBase64Url(secrets.registry),
      timestamp: encodeBase64Url(secrets.timestamp),
    },
  };
}
