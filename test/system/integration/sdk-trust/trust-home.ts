import { join } from 'node:path';
import { loadRootSigners } from '@agent-home/platform';
import {
  canonicalJsonBytes,
  certify,
  type JsonObject,
  objectKey,
  type RootSet,
  type Signer,
  sha256Hex,
  signAsRoot,
} from '@agent-home/protocol';
import { type AgentHome, type ConnectOptions, connect, createIdentity } from '@agent-home/sdk';
import { onTestFinished } from 'vitest';
import { localIssuer } from '../../../../apps/cli/src/home/local/local-emulator.ts';
import { published } from '../../../support/ledger.ts';
import { plainCard } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export const keysKey = objectKey('platform_keys');
export const timestampKey = objectKey('platform_timestamp');
export const cardKey = (agentId: string) => objectKey('agent_card', { agent_id: agentId });

/** Options under which a card is never returned from the cache. */
export const noCache = { freshSeconds: 0, staleSeconds: 0 };

/**
 * Real home with its signing keys, which an attacker who takes a home over would have. Its worker has stopped after publication, so
 * a test's changes to the bucket stay.
 */
export class TrustHome {
  readonly home: TestHome;
  readonly roots: Signer[];
  /** Objects that the home published, by key, to restore them after a test. */
  readonly #published = new Map<string, Uint8Array>();
  readonly #secrets = new Map<string, Uint8Array>();

  private constructor(home: TestHome, roots: Signer[]) {
    this.home = home;
    this.roots = roots;
  }

  /** Starts a home with agents whose cards their owner, the admin, may change. */
  static async start(...agentIds: string[]): Promise<TrustHome> {
    const home = await startHome();
    const roots = await loadRootSigners(join(home.settings.keysFolder, 'root-keys.json'));
    const trust = new TrustHome(home, roots);
    for (const agentId of agentIds) {
      const agent = await trust.#connect(agentId);
      await admit(agent);
      await agent.close();
    }
    await published(home);
    await home.stopWorker();
    for (const key of [keysKey, timestampKey, ...agentIds.map(cardKey)])
      trust.#published.set(key, await trust.bytesAt(key));
    return trust;
  }

  /** Connects a client of an admitted agent until the test ends. The same name is the same agent. */
  async reader(agentId: string, options: Partial<ConnectOptions> = {}): Promise<AgentHome> {
    const agent = await this.client(agentId, options);
    await admit(agent);
    return agent;
  }

  /** Creates a client that sends no request at first. */
  async client(agentId: string, options: Partial<ConnectOptions> = {}): Promise<AgentHome> {
    const agent = await this.#connect(agentId, options);
    onTestFinished(() => agent.close());
    return agent;
  }

  async bytesAt(key: string): Promise<Uint8Array> {
    return (await this.home.open.platform.store.get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 })).bytes;
  }

  /** Puts an object at a key until the test is over. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const before = this.#published.get(key);
    onTestFinished(async () => {
      if (before) await this.home.open.platform.store.put(key, before);
      else await this.home.open.platform.store.delete(key);
    });
    await this.home.open.platform.store.put(key, bytes);
  }

  /** Runs an action that the home has to judge or publish, and waits until it has. */
  async working(deed: () => Promise<unknown>): Promise<void> {
    await this.home.startWorker();
    await deed();
    await published(this.home);
    await this.home.stopWorker();
  }

  /** Has the home publish a new version of a card, as its owner requests it; returns its bytes. */
  async updateCard(agentId: string, bio: string): Promise<Uint8Array> {
    const path = `/v1/agents/${agentId}/card`;
    await this.working(() => this.home.admin('PUT', path, { ...plainCard, bio }));
    return this.bytesAt(cardKey(agentId));
  }

  /** Returns a card certified by the home, or by another signer. */
  async certifiedCard(agentId: string, version: number, signer = this.home.open.keys.signers.registry) {
    const key = cardKey(agentId);
    const template = this.#published.get(key) ?? (await this.bytesAt(cardKey('bo')));
    const { cert: _, ...body } = JSON.parse(new TextDecoder().decode(template)) as JsonObject;
    const card = { ...body, agent_id: agentId, card_version: version };
    const options = { signer, issuer: localIssuer, objectKey: key, version, issuedAt: new Date() };
    return certify(card, options).bytes;
  }

  /** Returns the home's key list with changes, signed by root keys. */
  keyList(changes: (list: KeyList) => KeyList, roots = this.roots): Uint8Array {
    const current = JSON.parse(this.home.open.keys.keysDocument) as KeyList;
    const { signatures: _, ...list } = changes({ ...current, version: current.version + 1 });
    return canonicalJsonBytes(signAsRoot(list, roots));
  }

  /** Returns a timestamp, signed by the home's own key, that names this key list as the current one. */
  timestamp(keyList: Uint8Array, issuedAt = new Date()): Uint8Array {
    const { version } = JSON.parse(new TextDecoder().decode(keyList)) as KeyList;
    const body = {
      kind: 'platform_timestamp',
      schema_version: 1,
      keys: { version, sha256: sha256Hex(keyList) },
    };
    const signer = this.home.open.keys.signers.timestamp;
    const place = { objectKey: timestampKey, version: 1_000 + version, issuer: localIssuer };
    return certify(body, { ...place, signer, issuedAt }).bytes;
  }

  /** Puts a key list and its timestamp until the test ends. */
  async putKeys(keyList: Uint8Array, issuedAt?: Date): Promise<void> {
    await this.put(keysKey, keyList);
    await this.put(timestampKey, this.timestamp(keyList, issuedAt));
  }

  /** Number of reads of each key so far. */
  collectReads(key: string): number {
    return this.home.storeRequests.filter((one) => one.operation === 'GetObject' && one.key === key).length;
  }

  async #connect(agentId: string, options: Partial<ConnectOptions> = {}): Promise<AgentHome> {
    const secretKey = this.#secrets.get(agentId) ?? createIdentity().secretKey;
    this.#secrets.set(agentId, secretKey);
    const { url, rootSet } = this.home;
    return connect({ url, rootSet, secretKey, agentId, ...options });
  }
}

async function admit(agent: AgentHome): Promise<void> {
  await agent.register(plainCard);
  await agent.requestAdmission();
}

export interface KeyList extends JsonObject {
  version: number;
  keys: JsonObject[];
  root_sets: JsonObject[];
}

export function makeRootSet(version: number, keys: Signer[], by: Signer[]): RootSet {
  const document = {
    kind: 'platform_root_set',
    version,
    threshold: 1,
    keys: keys.map(({ keyId, publicKey }) => ({ key_id: keyId, public_key: publicKey })),
    signatures: [],
  };
  return signAsRoot(document, by) as RootSet;
}
