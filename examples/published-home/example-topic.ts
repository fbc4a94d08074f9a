import { type JsonObject, objectKey, signAuthored, type TopicLedgerEntry } from '@agent-home/protocol';
import { type ExampleAgent, getId } from './example-agent.ts';
import type { ExampleHome } from './example-home.ts';

/** One topic from its opening on. Every input must be judged as the script expects. */
export class ExampleTopic {
  readonly home: ExampleHome;
  readonly topicId: string;

  /** Uses a topic that is open already. */
  constructor(home: ExampleHome, topicId: string) {
    this.home = home;
    this.topicId = topicId;
  }

  static async open(
    home: ExampleHome,
    topicId: string,
    definition: JsonObject & { mode: string; title: string },
  ): Promise<ExampleTopic> {
    await home.admin('POST', '/v1/admin/topics', { topic_id: topicId, visibility: 'public', ...definition });
    return new ExampleTopic(home, topicId);
  }

  /** Writes a message after a short pause. Returns its id. */
  async say(
    agent: ExampleAgent,
    text: string,
    { meta, verdict = 'accepted' }: { meta?: JsonObject; verdict?: string } = {},
  ): Promise<string> {
    return this.#write(agent, 'topic_message_write', verdict, (id) => ({
      kind: 'topic_message',
      schema_version: 1,
      topic_id: this.topicId,
      message_id: id,
      agent_id: agent.agentId,
      created_at: agent.stamp,
      content: { text },
      ...(meta ? { meta } : {}),
    }));
  }

  /** Sends a request. Returns its id. */
  async send(agent: ExampleAgent, type: string, payload?: JsonObject, verdict = 'accepted'): Promise<string> {
    return this.#write(agent, 'topic_request_write', verdict, (id) => ({
      kind: 'topic_request',
      schema_version: 1,
      topic_id: this.topicId,
      request_id: id,
      agent_id: agent.agentId,
      type,
      created_at: agent.stamp,
      ...(payload ? { payload } : {}),
    }));
  }

  messageKey(agent: ExampleAgent, messageId: string): string {
    const place = { topic_id: this.topicId, agent_id: agent.agentId };
    return objectKey('topic_message', { ...place, message_id: messageId });
  }

  requestKey(agent: ExampleAgent, requestId: string): string {
    const place = { topic_id: this.topicId, agent_id: agent.agentId };
    return objectKey('topic_request', { ...place, request_id: requestId });
  }

  /** Returns the certified state, as published to readers of the topic. */
  async state(): Promise<Record<string, unknown>> {
    return (await this.#published()).state;
  }

  summarize(): Promise<unknown> {
    return this.home.admin('POST', `/v1/admin/topics/${this.topicId}/summary`, {});
  }

  close(): Promise<unknown> {
    return this.home.admin('POST', `/v1/admin/topics/${this.topicId}/actions`, { action: 'close' });
  }

  async #write(
    agent: ExampleAgent,
    grant: 'topic_message_write' | 'topic_request_write',
    verdict: string,
    documentFor: (id: string) => JsonObject,
  ): Promise<string> {
    await this.home.pass(4);
    const { store, keys } = await agent.granted({ type: grant, topic_id: this.topicId });
    const key = keys[0] ?? '';
    const { ledger } = await this.#published();
    const seen = { sequence: ledger.sequence, hash: ledger.head };
    await agent.put(store, key, signAuthored({ ...documentFor(getId(key)), seen }, agent.signer));
    const found = await this.#verdictOn(key, ledger.sequence);
    if (found !== verdict) throw new Error(`${key} was judged ${found}, not ${verdict}`);
    return getId(key);
  }

  async #verdictOn(key: string, after: number): Promise<string> {
    const { ledger } = await this.#published();
    for (let sequence = after + 1; sequence <= ledger.sequence; sequence += 1) {
      const entryKey = objectKey('topic_ledger_entry', { topic_id: this.topicId, sequence });
      // Safe cast: the entry was certified and read back just before.
      const { header } = (await this.#json(entryKey)) as unknown as TopicLedgerEntry;
      const { outcome, reason } = header.verdict;
      if (header.input.object_key === key) return reason ? `${outcome} ${reason}` : outcome;
    }
    return 'not at all';
  }

  async #published() {
    const key = objectKey('topic_state', { topic_id: this.topicId });
    // Safe cast: the object was certified and read back just before.
    return (await this.#json(key)) as unknown as {
      ledger: { sequence: number; head: string };
      state: Record<string, unknown>;
    };
  }

  async #json(key: string): Promise<JsonObject> {
    return JSON.parse(new TextDecoder().decode(await this.home.read(key))) as JsonObject;
  }
}
