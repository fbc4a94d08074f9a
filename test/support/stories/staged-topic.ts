import {
  type CertifiedKind,
  type JsonObject,
  objectKey,
  type TopicState,
  type Verified,
  verifyCertified,
} from '@agent-home/protocol';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { getLedger, type LedgerRow } from '../ledger.ts';
import { getId, type IssuedCredential, json, type RawAgent, refusal } from '../raw-agent.ts';
import type { StoryScene } from './scene.ts';
import { closedTicket, countEntries, newestVerdict } from './verdicts.ts';

export type WriteGrant = 'topic_message_write' | 'topic_request_write';
export type State = Record<string, unknown>;

/** Time limit of the stories' waits, generous for a busy machine. */
const patienceMs = 60_000;

/** Topic as its agents use it: every write with a credential of the API, every read from the bucket. */
export class StagedTopic {
  readonly stage: StoryScene;
  readonly topicId: string;
  readonly #reader: IssuedCredential;

  private constructor(stage: StoryScene, topicId: string, reader: IssuedCredential) {
    this.stage = stage;
    this.topicId = topicId;
    this.#reader = reader;
  }

  /** Throws until the topic can be read. */
  static async enter(stage: StoryScene, topicId: string): Promise<StagedTopic> {
    const { credentials, denied } = await stage.cast.ada.ask({ type: 'topic_read', topic_id: topicId });
    const [reader] = credentials;
    if (!reader) throw new Error(`${topicId} cannot be read: ${denied[0]?.code}`);
    const topic = new StagedTopic(stage, topicId, reader);
    await topic.read('topic_state', objectKey('topic_state', { topic_id: topicId }));
    return topic;
  }

  /**
   * Returns a credential as the API issues it now.
   * @throws Error with the code if it is denied
   */
  async granted(agent: RawAgent, type: WriteGrant | 'topic_read'): Promise<IssuedCredential> {
    const { credentials, denied } = await agent.ask({ type, topic_id: this.topicId });
    const [credential] = credentials;
    if (!credential) throw new Error(`${type} was denied to ${agent.agentId}: ${denied[0]?.code}`);
    return credential;
  }

  /** Returns the code with which the API refuses a credential. */
  async denied(agent: RawAgent, type: WriteGrant | 'topic_read'): Promise<string> {
    const { credentials, denied } = await agent.ask({ type, topic_id: this.topicId });
    expect(credentials).toEqual([]);
    return denied[0]?.code ?? '';
  }

  /** Returns the key at which an agent may write its next message. */
  async nextKey(agent: RawAgent, type: WriteGrant = 'topic_message_write'): Promise<string> {
    return (await this.granted(agent, type)).keys[0]?.key ?? '';
  }

  /** Puts a message at the first granted key, of a new or an earlier `credential`; returns the verdict. */
  async say(
    agent: RawAgent,
    text: string,
    extra: JsonObject = {},
    credential?: IssuedCredential,
  ): Promise<string> {
    const held = credential ?? (await this.granted(agent, 'topic_message_write'));
    const key = held.keys[0]?.key ?? '';
    return this.#write(held, key, agent.message(this.topicId, getId(key), text, extra));
  }

  /** Puts a request at the first granted key, or at one of the following; returns the verdict. */
  async send(agent: RawAgent, type: string, payload?: JsonObject, position = 0): Promise<string> {
    const held = await this.granted(agent, 'topic_request_write');
    const key = held.keys[position]?.key ?? '';
    return this.#write(held, key, agent.request(this.topicId, getId(key), type, payload));
  }

  /**
   * Returns the verdict as `accepted`, `rejected not_your_turn`, `ruled_out repeated`; `unjudged too_late` if the store accepted
   * the object after the key was closed, so that it is never read.
   */
  async #write(credential: IssuedCredential, key: string, document: JsonObject): Promise<string> {
    const { home, store } = this.stage;
    const before = await newestVerdict(home, this.topicId, key);
    await store.open(credential).put(key, json(document));
    const writtenBy = new Date();
    return eventually(async () => {
      const closed = await closedTicket(home, key);
      const newest = await newestVerdict(home, this.topicId, key);
      if (newest && newest.sequence !== before?.sequence) return newest.verdict;
      if (closed && closed.notAfter < writtenBy) return 'unjudged too_late';
      throw new Error(`${key} is not judged yet`);
    }, patienceMs);
  }

  /** Expects the store itself to refuse this key for a credential that an agent really has. */
  async storeRefuses(credential: IssuedCredential, key: string): Promise<void> {
    const { store } = this.stage;
    expect(credential.keys.map((open) => open.key)).not.toContain(key);
    expect(await refusal(store.open(credential).put(key, json({})))).toBe(store.deniedCode);
  }

  messageKey(agent: RawAgent, messageId: string): string {
    const place = { topic_id: this.topicId, agent_id: agent.agentId };
    return objectKey('topic_message', { ...place, message_id: messageId });
  }

  requestKey(agent: RawAgent, requestId: string): string {
    const place = { topic_id: this.topicId, agent_id: agent.agentId };
    return objectKey('topic_request', { ...place, request_id: requestId });
  }

  async close(): Promise<void> {
    const path = `/v1/admin/topics/${this.topicId}/actions`;
    await this.stage.home.admin('POST', path, { action: 'close' });
  }

  ledger(): Promise<LedgerRow[]> {
    return getLedger(this.stage.home, this.topicId);
  }

  /** Reads and verifies an object that the platform certified for readers of this topic. */
  async read<Kind extends CertifiedKind>(kind: Kind, key: string): Promise<Verified<Kind>> {
    const { home, store, trust } = this.stage;
    const bytes = await store.open(this.#reader).get(key);
    const now = home.open.platform.now();
    return verifyCertified({ bytes, objectKey: key, kind, trust, now, seen: undefined });
  }

  /** Returns `state.json` once it includes every entry that was committed at the time of the call. */
  async certified(): Promise<TopicState & { state: State; ledger: { sequence: number; head: string } }> {
    const length = await countEntries(this.stage.home, this.topicId);
    return eventually(async () => {
      const key = objectKey('topic_state', { topic_id: this.topicId });
      const { object } = await this.read('topic_state', key);
      const { state, ledger } = object;
      if (!state || !ledger || ledger.sequence < length)
        throw new Error(`state.json is not at ${length} yet`);
      return { ...object, state, ledger };
    }, patienceMs);
  }

  async state(): Promise<State> {
    return (await this.certified()).state;
  }

  /** Waits until the certified state matches; returns the state. */
  until(expected: object): Promise<State> {
    return eventually(async () => {
      const state = await this.state();
      expect(state).toMatchObject(expected);
      return state;
    }, patienceMs);
  }
}
