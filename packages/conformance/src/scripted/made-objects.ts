import { createHash, randomBytes } from 'node:crypto';
import {
  canonicalJson,
  canonicalJsonBytes,
  encodeBase64Url,
  type JsonObject,
  objectKey,
  type RootSet,
  type Signer,
  sha256Hex,
  signAsRoot,
  signerOf,
} from '@agent-home/protocol';

const issuer = 'scripted.home';
const day = 86_400_000;

export const newSigner = (): Signer => signerOf(new Uint8Array(randomBytes(32)));

export interface Certifying {
  version?: number;
  signer?: Signer;
  /** Milliseconds since 1970. */
  issuedAt?: number;
  /** Object key that the object claims. */
  objectKey?: string;
}

/** Signs objects with a home’s keys, including objects that the protocol package would refuse to certify. */
export class MadeObjects {
  readonly root = newSigner();
  readonly registry = newSigner();
  readonly timestamping = newSigner();
  /** Objects in the bucket. */
  readonly objects = new Map<string, Uint8Array>();
  readonly rootSet: RootSet = getRootSet(this.root);

  constructor() {
    this.publishKeys();
  }

  /** @param change to the list before it is signed */
  publishKeys({ by = this.root, rootSet = this.rootSet, change = {} as JsonObject } = {}): void {
    const now = Date.now();
    const listed = (signer: Signer, purpose: string) => ({
      key_id: signer.keyId,
      public_key: signer.publicKey,
      purpose,
      valid_from: new Date(now - 30 * day).toISOString(),
      valid_until: new Date(now + 30 * day).toISOString(),
    });
    const list = {
      kind: 'platform_keys',
      schema_version: 1,
      issuer,
      version: 1,
      issued_at: new Date(now - day).toISOString(),
      root_sets: [rootSet] as unknown as JsonObject[],
      keys: [listed(this.registry, 'registry'), listed(this.timestamping, 'timestamp')],
      ...change,
    };
    const bytes = canonicalJsonBytes(signAsRoot(list, [by]));
    this.objects.set(objectKey('platform_keys'), bytes);
    this.publishTimestamp();
  }

  publishTimestamp({ ageMs = 0, sha256 = '' } = {}): void {
    const list = this.objects.get(objectKey('platform_keys')) ?? new Uint8Array();
    const key = objectKey('platform_timestamp');
    const body = {
      kind: 'platform_timestamp',
      schema_version: 1,
      keys: { version: 1, sha256: sha256 || sha256Hex(list) },
    };
    this.publish(key, body, { signer: this.timestamping, issuedAt: Date.now() - ageMs });
  }

  publish(key: string, body: JsonObject, certifying: Certifying = {}): void {
    this.objects.set(key, this.certified(key, body, certifying));
  }

  certified(
    key: string,
    body: JsonObject,
    { version = 1, signer = this.registry, issuedAt = Date.now(), objectKey: named = key }: Certifying = {},
  ): Uint8Array {
    const cert = {
      alg: 'Ed25519',
      canonicalization: 'JCS',
      issuer,
      key_id: signer.keyId,
      object_key: named,
      version,
      issued_at: new Date(issuedAt).toISOString(),
    };
    const signature = encodeBase64Url(signer.sign(canonicalJsonBytes({ ...body, cert })));
    return Buffer.from(canonicalJson({ ...body, cert: { ...cert, signature } }));
  }

  publishCard(agentId: string, publicKey: string, certifying: Certifying & { name?: string } = {}): void {
    this.publish(cardKey(agentId), getCard(agentId, publicKey, certifying), certifying);
  }
}

export const cardKey = (agentId: string) => objectKey('agent_card', { agent_id: agentId });

export function getCard(
  agentId: string,
  publicKey: string,
  { name = agentId, version = 1 }: { name?: string; version?: number } = {},
): JsonObject {
  return {
    kind: 'agent_card',
    schema_version: 1,
    agent_id: agentId,
    card_version: version,
    name,
    personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
    interests: [],
    capabilities: [],
    bio: '',
    greeting: '',
    prompt_view: `Name: ${name}`,
    agent_public_key: publicKey,
  };
}

export function getRootSet(root: Signer): RootSet {
  const keys = [{ key_id: root.keyId, public_key: root.publicKey }];
  return signAsRoot({ kind: 'platform_root_set', version: 1, threshold: 1, keys }, [
    root,
  ]) as unknown as RootSet;
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
