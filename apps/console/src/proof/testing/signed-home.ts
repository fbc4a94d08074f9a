import type { CertifiedText, TrustAnswer } from '@agent-home/http-contract';
import {
  asJson,
  canonicalJson,
  certify,
  hashLedgerHeader,
  type JsonObject,
  objectKey,
  type RootSet,
  type Signer,
  sha256Hex,
  signAsRoot,
  signerOf,
  type TopicLedgerEntry,
} from '@agent-home/protocol';

const issuer = 'test.example';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Derives a key from a name. Only for tests. */
export function signerNamed(name: string): Signer {
  return signerOf(
    Uint8Array.from(sha256Hex(encoder.encode(name)).slice(0, 32), (digit) => digit.charCodeAt(0)),
  );
}

/** Platform of a test home: it certifies anything. */
export class SignedHome {
  readonly #root: Signer;
  readonly #registry: Signer;
  readonly #timestamp: Signer;
  readonly #from: string;
  readonly #until: string;
  readonly #now: Date;
  rootSets: JsonObject[];
  /** Set once the registry key is compromised. */
  revoked: { reason: 'compromised'; at: string } | undefined;

  constructor(name: string, now: Date) {
    this.#root = signerNamed(`${name} root`);
    this.#registry = signerNamed(`${name} registry`);
    this.#timestamp = signerNamed(`${name} timestamp`);
    this.#now = now;
    this.#from = new Date(now.getTime() - 366 * 86_400_000).toISOString();
    this.#until = new Date(now.getTime() + 366 * 86_400_000).toISOString();
    this.rootSets = [this.rootSet(1, [this.#root], [this.#root])];
  }

  /** Returns a root set of one key, signed by the given signers. */
  rootSet(version: number, keys: Signer[], signers: Signer[]): JsonObject {
    const set = {
      kind: 'platform_root_set',
      version,
      threshold: 1,
      keys: keys.map(({ keyId, publicKey }) => ({ key_id: keyId, public_key: publicKey })),
    };
    return signAsRoot(set, signers);
  }

  get root(): Signer {
    return this.#root;
  }

  get newestRootSet(): RootSet {
    // A home has a root set from the beginning.
    return this.rootSets.at(-1) as unknown as RootSet;
  }

  /** Returns the key list, signed by the root of the newest set. */
  trust(version = 1, root: Signer = this.#root): TrustAnswer {
    const keys = [
      { signer: this.#registry, purpose: 'registry' },
      { signer: this.#timestamp, purpose: 'timestamp' },
    ].map(({ signer, purpose }) => ({
      key_id: signer.keyId,
      public_key: signer.publicKey,
      purpose,
      valid_from: this.#from,
      valid_until: this.#until,
      ...(this.revoked && purpose === 'registry' ? { revoked: this.revoked } : {}),
    }));
    const list = {
      kind: 'platform_keys',
      schema_version: 1,
      issuer,
      version,
      issued_at: this.#from,
      root_sets: this.rootSets,
      keys,
    };
    const text = canonicalJson(signAsRoot(list, [root]));
    const named = { version, sha256: sha256Hex(encoder.encode(text)) };
    return {
      root_set: this.newestRootSet,
      keys: { object_key: objectKey('platform_keys'), version, text },
      timestamp: this.certified(
        objectKey('platform_timestamp'),
        { kind: 'platform_timestamp', schema_version: 1, keys: named },
        version,
      ),
    };
  }

  certified(key: string, body: JsonObject, version = 1): CertifiedText {
    const signer = key === objectKey('platform_timestamp') ? this.#timestamp : this.#registry;
    const options = { signer, issuer, objectKey: key, version, issuedAt: this.#now };
    return { object_key: key, version, text: decoder.decode(certify(body, options).bytes) };
  }

  ledger(entries: readonly TopicLedgerEntry[]): CertifiedText[] {
    return entries.map(({ cert: _, ...entry }) =>
      this.certified(
        objectKey('topic_ledger_entry', { topic_id: entry.topic_id, sequence: entry.sequence }),
        asJson(entry),
      ),
    );
  }

  card(agentId: string, publicKey: string): CertifiedText {
    return this.certified(objectKey('agent_card', { agent_id: agentId }), {
      kind: 'agent_card',
      schema_version: 1,
      agent_id: agentId,
      card_version: 1,
      name: agentId,
      personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
      interests: [],
      capabilities: [],
      bio: '',
      greeting: '',
      prompt_view: agentId,
      agent_public_key: publicKey,
    });
  }

  manifest(topicId: string, mode: string, title = topicId): CertifiedText {
    return this.certified(objectKey('topic_manifest', { topic_id: topicId }), {
      kind: 'topic_manifest',
      schema_version: 1,
      topic_id: topicId,
      title,
      visibility: 'public',
      owner_id: 'owner',
      policy_version: 1,
      mode,
      mode_version: 1,
    });
  }

  state(entry: TopicLedgerEntry, mode: string, state: JsonObject): CertifiedText {
    return this.certified(
      objectKey('topic_state', { topic_id: entry.topic_id }),
      {
        kind: 'topic_state',
        schema_version: 1,
        topic_id: entry.topic_id,
        mode,
        mode_version: 1,
        updated_at: entry.header.context.now,
        ledger: { sequence: entry.sequence, head: hashLedgerHeader(entry.header) },
        state,
      },
      entry.sequence,
    );
  }
}
