import {
  canonicalJsonBytes,
  certify,
  type JsonObject,
  objectKey,
  type RootSet,
  type Signer,
  sha256Hex,
  signAsRoot,
  signerOf,
} from '@agent-home/protocol';

const issuer = 'test.home';
const hour = 3_600_000;
export const start = Date.parse('2026-03-01T12:00:00.000Z');

/** Derives a key from a seed, so that tests are repeatable. */
export const signer = (seed: number): Signer => signerOf(new Uint8Array(32).fill(seed));

/** Published objects of a platform, signed with keys of its own. */
export class CertifiedHome {
  readonly root = signer(1);
  readonly registry = signer(2);
  readonly timestamping = signer(3);
  readonly rootSet: RootSet;

  constructor() {
    this.rootSet = makeRootSet(this.root);
  }

  keys(): Uint8Array {
    const keys = [
      { signer: this.registry, purpose: 'registry' },
      { signer: this.timestamping, purpose: 'timestamp' },
    ];
    const document = {
      kind: 'platform_keys',
      schema_version: 1,
      issuer,
      version: 1,
      issued_at: new Date(start).toISOString(),
      root_sets: [this.rootSet] as JsonObject[],
      keys: keys.map(({ signer: { keyId, publicKey }, purpose }) => ({
        key_id: keyId,
        public_key: publicKey,
        purpose,
        valid_from: new Date(start - 24 * hour).toISOString(),
        valid_until: new Date(start + 1000 * hour).toISOString(),
      })),
      signatures: [],
    };
    return canonicalJsonBytes(signAsRoot(document, [this.root]));
  }

  timestamp(keys: Uint8Array, issuedAt: number): Uint8Array {
    return certify(
      {
        kind: 'platform_timestamp',
        schema_version: 1,
        keys: { version: 1, sha256: sha256Hex(keys) },
      },
      {
        signer: this.timestamping,
        issuer,
        objectKey: objectKey('platform_timestamp'),
        version: 1,
        issuedAt: new Date(issuedAt),
      },
    ).bytes;
  }

  certify(key: string, version: number, body: JsonObject, by: Signer = this.registry): Uint8Array {
    const options = { signer: by, issuer, objectKey: key, version, issuedAt: new Date(start) };
    return certify(body, options).bytes;
  }

  card(agentId: string, version: number, by: Signer = this.registry, fields: JsonObject = {}): Uint8Array {
    const body = {
      kind: 'agent_card',
      schema_version: 1,
      agent_id: agentId,
      card_version: version,
      name: `${agentId} ${version}`,
      personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
      interests: [],
      capabilities: [],
      bio: '',
      greeting: '',
      prompt_view: `Name: ${agentId}`,
      agent_public_key: signer(9).publicKey,
      ...fields,
    };
    return this.certify(objectKey('agent_card', { agent_id: agentId }), version, body, by);
  }
}

function makeRootSet(root: Signer): RootSet {
  const document = {
    kind: 'platform_root_set',
    version: 1,
    threshold: 1,
    keys: [{ key_id: root.keyId, public_key: root.publicKey }],
    signatures: [],
  };
  return signAsRoot(document, [root]) as RootSet;
}
