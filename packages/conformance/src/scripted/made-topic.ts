import { randomBytes } from 'node:crypto';
import {
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  type LedgerHeader,
  objectKey,
  type Signer,
  signAuthored,
} from '@agent-home/protocol';
import type { MadeObjects } from './made-objects.ts';

export interface MadeEntry {
  header: JsonObject;
  body: { salt: string; text: string };
}

/** Conversation with a ledger written here. Hostile ledgers are made by changing its entries before they are published. */
export class MadeTopic {
  readonly topicId: string;
  readonly entries: MadeEntry[] = [];
  readonly #made: MadeObjects;
  readonly #mode: string;
  readonly #state: JsonObject = { status: 'open' };

  constructor(made: MadeObjects, topicId = 'hall', mode = 'freeform') {
    this.#made = made;
    this.topicId = topicId;
    this.#mode = mode;
    made.publish(objectKey('topic_manifest', { topic_id: topicId }), {
      kind: 'topic_manifest',
      schema_version: 1,
      topic_id: topicId,
      title: 'Hall',
      visibility: 'public',
      owner_id: 'platform',
      policy_version: 1,
      mode,
      mode_version: 1,
      rules: {},
    });
    this.add({ type: 'admin' }, JSON.stringify({ action: 'start' }));
  }

  line(agentId: string, signer: Signer | undefined, text: string): void {
    const document = this.message(agentId, `m${String(this.entries.length).padStart(6, '0')}`, text);
    this.addLine(agentId, signer ? signAuthored(document, signer) : document);
  }

  addLine(agentId: string, document: JsonObject): void {
    const key = messageKey(this.topicId, agentId, String(document.message_id));
    this.add({ type: 'message', agent_id: agentId, object_key: key }, JSON.stringify(document));
  }

  message(agentId: string, messageId: string, text: string): JsonObject {
    return {
      kind: 'topic_message',
      schema_version: 1,
      topic_id: this.topicId,
      message_id: messageId,
      agent_id: agentId,
      created_at: new Date().toISOString(),
      content: { text },
    };
  }

  add(input: JsonObject, text: string, verdict: JsonObject = { outcome: 'accepted' }): void {
    const salt = new Uint8Array(randomBytes(32));
    const before = this.entries.at(-1)?.header;
    const header = {
      topic_id: this.topicId,
      sequence: this.entries.length + 1,
      ...(before ? { previous: hashLedgerHeader(before as LedgerHeader) } : {}),
      input: { ...input, commitment: commitmentOf(salt, new TextEncoder().encode(text)) },
      context: { now: new Date().toISOString() },
      verdict,
      state_sha256: hashState(this.#state),
    };
    this.entries.push({ header, body: { salt: encodeBase64Url(salt), text } });
  }

  getKey(sequence: number): string {
    return objectKey('topic_ledger_entry', { topic_id: this.topicId, sequence });
  }

  /** Publishes the entries and the state. The state's version counts up with the ledger. */
  publish({ head, stateVersion }: { head?: string; stateVersion?: number } = {}): void {
    this.entries.forEach((entry, index) => {
      const numbers = { topic_id: this.topicId, sequence: index + 1 };
      this.#made.publish(this.getKey(index + 1), {
        kind: 'topic_ledger_entry',
        schema_version: 1,
        ...numbers,
        ...entry,
      });
    });
    const last = this.entries.at(-1);
    const hash = head ?? hashLedgerHeader(last?.header as LedgerHeader);
    this.#made.publish(
      objectKey('topic_state', { topic_id: this.topicId }),
      {
        kind: 'topic_state',
        schema_version: 1,
        topic_id: this.topicId,
        mode: this.#mode,
        mode_version: 1,
        updated_at: new Date().toISOString(),
        ledger: { sequence: this.entries.length, head: hash },
        state: this.#state,
      },
      { version: stateVersion ?? this.entries.length },
    );
  }
}

export function messageKey(topicId: string, agentId: string, messageId: string): string {
  return objectKey('topic_message', { topic_id: topicId, agent_id: agentId, message_id: messageId });
}
